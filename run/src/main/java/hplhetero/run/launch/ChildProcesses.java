package hplhetero.run.launch;

import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The processes that start a run's ranks. They share this process's output, and end with it. */
final class ChildProcesses {

    /** The role of a process, which says what its input and its children tell. */
    enum Kind {
        /**
         * A rank, whose standard input stays open as long as this process lives. So the shell around the rank notices when this process has
         * ended, however it ended.
         */
        RANK,
        /** A launcher that waits for its own children, one for each host, and can see that a host has vanished. */
        LAUNCHER,
        /** A launcher whose children are the shells that hold its hosts. It waits in vain for the shell of a host that has vanished. */
        LAUNCHER_OF_SHELLS
    }

    /**
     * A process to be started.
     *
     * @param command what is run
     * @param input   text that the process reads, at most some KiB
     * @param kind    the role of the process
     */
    record Child(ProcessBuilder command, String input, Kind kind) {
    }

    /** Seconds that the other processes have to notice by themselves that one has failed, before they are ended. */
    private static final long GRACE_SECONDS = 4;
    /**
     * Seconds that the other processes have to notice that one was killed. The shell around the killed one has given them some seconds
     * already.
     */
    private static final long GRACE_SECONDS_AFTER_A_DEATH = 1;
    /** Seconds that the shell of one host may outlive that of another. */
    private static final long SHELL_GRACE_SECONDS = 10;
    /** Number above which an exit code stands for a signal. */
    private static final int SIGNAL_EXIT_CODES = 128;
    private static final long END_TIMEOUT_SECONDS = 5;
    private static final long LOOK_MILLIS = 200;
    /** Message that tells the shell around a rank that the rank is ended on purpose, so that the shell need not say why. */
    private static final byte[] ENDING = "ending\n".getBytes(StandardCharsets.US_ASCII);
    /** Message that tells the shell around a rank that the rank is to keep its state and to end. */
    private static final byte[] CHECKPOINT = "checkpoint\n".getBytes(StandardCharsets.US_ASCII);

    private final List<Process> processes = new ArrayList<>();
    /** Exit codes other than 0, in the order in which the processes ended. Added to by the threads that watch the processes. */
    private final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    /** Index of the first process that was killed, or that had to be ended when others had failed; negative where there is none. */
    private final AtomicInteger lost = new AtomicInteger(-1);
    /** Whether a launcher must be watched for a host that has vanished. */
    private final boolean watchesShells;
    /** The most children that the launcher had at one time. */
    private long mostShells;
    /** Time since which the launcher has fewer children, in nanoseconds; {@link Long#MAX_VALUE}: it has all. */
    private long shellMissingSince = Long.MAX_VALUE;

    /**
     * Starts all processes. They are ended when this JVM ends.
     *
     * @param children the processes to be started
     * @throws IOException when a process cannot be started
     */
    ChildProcesses(List<Child> children) throws IOException {
        watchesShells = children.stream().anyMatch(child -> child.kind() == Kind.LAUNCHER_OF_SHELLS);
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "ending children"));
        for (Child child : children) {
            Process process;
            synchronized (processes) {
                process = child.command().redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
                processes.add(process);
            }
            int number = processes.size() - 1;
            process.onExit().thenAccept(ended -> {
                if (ended.exitValue() != 0) {
                    if (ended.exitValue() > SIGNAL_EXIT_CODES) {
                        lost.compareAndSet(-1, number);
                    }
                    failures.add(ended.exitValue());
                }
            });
            tell(process, child);
        }
    }

    private static void tell(Process process, Child child) {
        try {
            OutputStream to = process.getOutputStream();
            to.write(child.input().getBytes(StandardCharsets.UTF_8));
            to.flush();
            if (child.kind() != Kind.RANK) {
                to.close();
            }
        } catch (IOException ended) {
            // the process ended before it had read all, and its exit code tells why
            System.getLogger(ChildProcesses.class.getName()).log(System.Logger.Level.DEBUG, "input not read", ended);
        }
    }

    /** Tells all ranks to keep the state of the run and to end by themselves. Any thread may call this. */
    void tellToKeepState() {
        List<Process> all;
        synchronized (processes) {
            all = List.copyOf(processes);
        }
        for (Process process : all) {
            try {
                process.getOutputStream().write(CHECKPOINT);
                process.getOutputStream().flush();
            } catch (IOException ended) {
                System.getLogger(ChildProcesses.class.getName()).log(System.Logger.Level.DEBUG, "not told", ended);
            }
        }
    }

    /**
     * Waits until all processes have ended.
     *
     * @return the exit code of the first process that failed, as the others may have been ended because of it; 0 when none failed
     */
    int await() throws InterruptedException {
        for (Process process : processes) {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (!failures.isEmpty()) {
                    endAfterGrace();
                } else if (watchesShells && isShellMissing(process)) {
                    StandardError.say("the launcher waits for a host that has vanished: ending the launcher");
                    failures.add(ExitCode.FAILED);
                    end();
                }
            }
        }
        return processes.stream().mapToInt(Process::exitValue).filter(code -> code != 0).boxed().findFirst()
                .map(last -> failures.isEmpty() ? last : failures.peek()).orElse(0);
    }

    /** Returns whether a launcher has had fewer children than before for longer than {@link #SHELL_GRACE_SECONDS}. */
    private boolean isShellMissing(Process launcher) {
        // a child that has ended, but was not waited for, has no command any more
        long shells = launcher.children().filter(child -> child.info().command().isPresent()).count();
        mostShells = Math.max(mostShells, shells);
        long now = System.nanoTime();
        shellMissingSince = shells == mostShells ? Long.MAX_VALUE : Math.min(shellMissingSince, now);
        return shellMissingSince != Long.MAX_VALUE && now - shellMissingSince > TimeUnit.SECONDS.toNanos(SHELL_GRACE_SECONDS);
    }

    private void endAfterGrace() throws InterruptedException {
        boolean killed = failures.stream().anyMatch(code -> code > SIGNAL_EXIT_CODES);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(killed ? GRACE_SECONDS_AFTER_A_DEATH : GRACE_SECONDS);
        for (Process process : processes) {
            process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        IntStream.range(0, processes.size()).filter(i -> processes.get(i).isAlive()).findFirst().ifPresent(i -> lost.compareAndSet(-1, i));
        end();
    }

    /** Returns the index of the process that was lost first: it was killed, or it had to be ended when others had failed. */
    OptionalInt lost() {
        return lost.get() < 0 ? OptionalInt.empty() : OptionalInt.of(lost.get());
    }

    /**
     * Ends all processes. First lets the shells around ranks notice that the run is over, then asks all to end, as Ctrl-C does, and after a
     * while kills them.
     */
    private void end() {
        List<Process> all;
        synchronized (processes) {
            all = List.copyOf(processes);
        }
        List<ProcessHandle> below = all.stream().filter(Process::isAlive).flatMap(Process::descendants).toList();
        all.forEach(ChildProcesses::closeInput);
        all.forEach(Process::destroy);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_TIMEOUT_SECONDS);
        try {
            for (Process process : all) {
                process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(Process::destroyForcibly);
        below.forEach(ProcessHandle::destroyForcibly);
    }

    private static void closeInput(Process process) {
        try (OutputStream to = process.getOutputStream()) {
            to.write(ENDING);
        } catch (IOException ended) {
            System.getLogger(ChildProcesses.class.getName()).log(System.Logger.Level.DEBUG, "input not closed", ended);
        }
    }
}
