package hplhetero.run.launch;

import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Processes that share this one's output, and end with it. */
final class ChildProcesses {

    /** How a process stands to this one. */
    enum Kind {
        /**
         * A rank: its standard input stays open as long as this process lives, so that the shell around it notices when this one has ended,
         * however that was.
         */
        RANK,
        /** A launcher that waits for its own children, one a host, and can see that a host has vanished. */
        LAUNCHER,
        /** A launcher whose children are the shells that hold its hosts; it waits in vain for the shell of a host that has vanished. */
        LAUNCHER_OF_SHELLS
    }

    /**
     * A process to be started.
     *
     * @param command what is run
     * @param input   what it reads, at most some KiB
     */
    record Child(ProcessBuilder command, String input, Kind kind) {
    }

    /** The others notice by themselves when one has failed; after so long they are ended. */
    private static final long GRACE_SECONDS = 4;
    /** The same where one was killed: the shell around it has let the others some seconds to notice. */
    private static final long GRACE_SECONDS_AFTER_A_DEATH = 1;
    /** How long the shell of one host may outlive that of another. */
    private static final long SHELL_GRACE_SECONDS = 10;
    /** Exit codes above it are signals. */
    private static final int SIGNAL_EXIT_CODES = 128;
    private static final long END_TIMEOUT_SECONDS = 5;
    private static final long LOOK_MILLIS = 200;
    /** Tells the shell around a rank that it is ended on purpose: it needs not say why. */
    private static final byte[] ENDING = "ending\n".getBytes(StandardCharsets.US_ASCII);

    private final List<Process> processes = new ArrayList<>();
    /** Exit codes other than 0, in the order of the ends. */
    private final Queue<Integer> failures = new ConcurrentLinkedQueue<>();
    private final boolean watchesShells;
    private long mostShells;
    private long shellMissingSince = Long.MAX_VALUE;

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
            process.onExit().thenAccept(ended -> {
                if (ended.exitValue() != 0) {
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
            // before it has read all: its exit code tells
            System.getLogger(ChildProcesses.class.getName()).log(System.Logger.Level.DEBUG, "input not read", ended);
        }
    }

    /**
     * Waits for all.
     *
     * @return the exit code of the first that failed: the others may have been ended for it
     */
    int await() throws InterruptedException {
        for (Process process : processes) {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (!failures.isEmpty()) {
                    endAfterGrace();
                } else if (watchesShells && isShellMissing(process)) {
                    StandardError.say("the launcher waits for a host that has vanished: ending it");
                    failures.add(ExitCode.FAILED);
                    end();
                }
            }
        }
        return processes.stream().mapToInt(Process::exitValue).filter(code -> code != 0).boxed().findFirst()
                .map(last -> failures.isEmpty() ? last : failures.peek()).orElse(0);
    }

    /** Whether a launcher has had fewer children for a while than it once had. */
    private boolean isShellMissing(Process launcher) {
        // one that has ended, and was not waited for, has no command any more
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
        end();
    }

    /** Lets the shells around ranks notice that it is over, asks all to end, as Ctrl-C does, and after a while makes them. */
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
