package hplhetero.run.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that share this one's output, and end with it. */
final class ChildProcesses {
    /**
     * A process to be started.
     *
     * @param command what is run
     * @param input   what it reads, at most some KiB
     */
    record Child(ProcessBuilder command, String input) {
    }

    /** The others notice by themselves when one has failed; after so long they are ended. */
    private static final long GRACE_SECONDS = 15;
    /** The same where one was killed: the shell around it has let the others some seconds to notice. */
    private static final long GRACE_SECONDS_AFTER_A_DEATH = 1;
    /** Exit codes above it are signals. */
    private static final int SIGNAL_EXIT_CODES = 128;
    private static final long END_TIMEOUT_SECONDS = 5;

    private final List<Process> processes = new ArrayList<>();

    ChildProcesses(List<Child> children) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "ending children"));
        for (Child child : children) {
            synchronized (processes) {
                processes.add(child.command().redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT).start());
            }
            tell(processes.getLast(), child.input());
        }
    }

    private static void tell(Process process, String input) {
        try (OutputStream to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
            // before it has read all: its exit code tells
            System.getLogger(ChildProcesses.class.getName()).log(System.Logger.Level.DEBUG, "input not read", ended);
        }
    }

    /**
     * Waits for all.
     *
     * @return the largest exit code
     */
    int await() throws InterruptedException {
        int worst = 0;
        for (Process process : processes) {
            while (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
                if (processes.stream().anyMatch(p -> !p.isAlive() && p.exitValue() != 0)) {
                    endAfterGrace();
                }
            }
        }
        for (Process process : processes) {
            worst = Math.max(worst, process.exitValue());
        }
        return worst;
    }

    private void endAfterGrace() throws InterruptedException {
        boolean killed = processes.stream().anyMatch(p -> !p.isAlive() && p.exitValue() > SIGNAL_EXIT_CODES);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(killed ? GRACE_SECONDS_AFTER_A_DEATH : GRACE_SECONDS);
        for (Process process : processes) {
            process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        end();
    }

    /** Asks them to end, as Ctrl-C does, and after a while makes them. */
    private void end() {
        List<Process> all;
        synchronized (processes) {
            all = List.copyOf(processes);
        }
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
    }
}
