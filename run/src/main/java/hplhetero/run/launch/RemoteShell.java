package hplhetero.run.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs commands on other hosts, as ssh does.
 *
 * @param program {@code ssh}, a program that is called in the same way, {@code program host command}, or {@code srun}, which starts a
 *                command on a host of this Slurm job; with options that stand before the host
 */
public record RemoteShell(String program) {
    public static final String SSH = "ssh";
    public static final String SRUN = "srun";
    private static final String SH = "sh";
    /**
     * The command by which Slurm runs something on a host of the job, with all cores and all memory that the job has there, beside what
     * already runs. No way of MPI is set up, since the ranks find each other by this program's own means.
     */
    private static final String SRUN_ON_A_HOST = "srun --overlap --nodes=1 --ntasks=1 --ntasks-per-node=1 --mem=0 --cpu-bind=none "
            + "--mpi=none --quiet -w";
    /**
     * Line of shell that forgets what srun tells a process of its step. The process would take the step, which has one task, for all ranks
     * of the run.
     */
    private static final String NO_STEP = "unset SLURM_PROCID SLURM_STEP_ID SLURM_STEP_NUM_TASKS PMI_RANK PMI_SIZE PMI_FD PMIX_RANK; ";

    public RemoteShell {
        program = program.strip().equals(SRUN) ? SRUN_ON_A_HOST : program;
    }

    /**
     * The outcome of a command.
     *
     * @param code the command's exit code; ssh's own is 255
     * @param out  what the command wrote to standard output
     * @param err  what the command, or the shell, wrote to standard error
     */
    public record Ended(int code, String out, String err) {
    }

    /**
     * Returns the words of a command that runs a script on a host. On this host a shell runs the script, without ssh; any other program is
     * called for each host. With ssh the command never asks for a password, because nobody could answer for many hosts at once.
     */
    public List<String> command(String host, String script) {
        List<String> words = new ArrayList<>(List.of(program.strip().split("\\s+")));
        if (isSlurm()) {
            words.addAll(List.of(host, SH, "-c", NO_STEP + script));
            return words;
        }
        if (isLocal(host)) {
            return List.of(SH, "-c", script);
        }
        if (isSsh()) {
            words.addAll(List.of("-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
        }
        words.addAll(List.of(host, script));
        return words;
    }

    /**
     * Returns the shell that reaches the hosts of a Slurm job: srun, where this host has it, else ssh.
     *
     * @param environment the environment variables of this process
     */
    public static RemoteShell ofSlurm(Map<String, String> environment) {
        boolean there = Stream.of(environment.getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, SRUN)));
        return new RemoteShell(there && environment.containsKey("SLURM_JOB_ID") ? SRUN : SSH);
    }

    private boolean isSsh() {
        String last = program.strip().replaceFirst(".*\\s", "");
        return last.equals(SSH) || last.endsWith("/" + SSH);
    }

    /** Returns whether a shell of this host runs the scripts for a host: for this host, unless the user named another program than ssh. */
    private boolean isLocal(String host) {
        return isSsh() && OwnHost.is(host);
    }

    /** Returns the program for messages: what the user wrote, but srun without the options that the user did not write. */
    String name() {
        return isSlurm() ? SRUN : program;
    }

    /** Returns the program that reaches these hosts, for messages: this host's shell where there is no other host. */
    String name(List<String> hosts) {
        return hosts.stream().allMatch(this::isLocal) ? SH : name();
    }

    /** Returns whether srun starts the processes on the hosts. */
    boolean isSlurm() {
        return program.equals(SRUN_ON_A_HOST);
    }

    /** Starts a script on a host, in the Bourne shell there, and returns without waiting for its end. */
    public Process start(String host, String script) throws IOException {
        return new ProcessBuilder(command(host, script)).start();
    }

    /**
     * Runs a script on a host and waits for its end. A script that cannot be run or does not end in time has code 255.
     *
     * @param host    the host, as the user wrote it
     * @param script  the script, for the Bourne shell there
     * @param input   writes what the script reads
     * @param seconds longest time to wait, in seconds
     */
    public Ended run(String host, String script, Input input, long seconds) {
        try {
            Process process = start(host, script);
            Reader out = new Reader(process.getInputStream());
            Reader err = new Reader(process.getErrorStream());
            input.write(process);
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Ended(255, "", "no answer within " + seconds + " s");
            }
            return new Ended(process.exitValue(), out.text(), err.text());
        } catch (IOException cannot) {
            return new Ended(255, "", cannot.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ended(255, "", "interrupted");
        }
    }

    /** The text that a command reads. */
    @FunctionalInterface
    public interface Input {
        /** An input that is empty. */
        Input NOTHING = process -> process.getOutputStream().close();

        /**
         * Writes what the command is to read, and closes its standard input.
         *
         * @param process the remote shell's process on this host
         * @throws IOException when the text cannot be written
         */
        void write(Process process) throws IOException;
    }

    /** A reader that takes a process's output to its end on a thread of its own, so that the process is not held up. */
    private static final class Reader {
        private final Thread thread;
        private volatile String text = "";

        /** Begins to read, in a thread of its own. */
        Reader(InputStream stream) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        /**
         * Waits for the end of the output, for at most two seconds, and returns what was read; empty where the output has not ended by
         * then.
         */
        String text() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(2));
            return text;
        }
    }
}
