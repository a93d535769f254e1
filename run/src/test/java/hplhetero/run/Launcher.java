package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.BusyMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Starts the launcher as a user does, in a folder of its own and with a cache of its own.
 *
 * @param folder      where it runs
 * @param environment variables beyond those of this process
 */
record Launcher(Path folder, Map<String, String> environment) {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    private static final int TIMEOUT_SECONDS = 180;
    private static final int POLL_MILLIS = 10;
    private static final String CACHE_HOME = "XDG_CACHE_HOME";
    /** Without the optimising compiler, for which runs of small N are over too soon: their processes take half the time. */
    static final Map<String, String> BRIEF = Map.of("HPL_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    /**
     * How it ended.
     *
     * @param code exit code
     * @param out  standard output
     * @param err  standard error
     */
    record Ended(int code, String out, String err) {
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        return end(start(arguments));
    }

    /**
     * Runs {@code hpl run} or {@code hpl resume} within this JVM, where {@link #run} starts a process: for tests that do not ask about
     * processes, whose start takes longer than a small run. The environment and the working folder are this JVM's, so files must be named
     * in full. A run that this JVM resumes must have had {@code --bind none}.
     */
    Ended here(String... arguments) throws IOException {
        // what this JVM starts later would inherit its cores
        Stream<String> unbound = arguments[0].equals("run") ? Stream.of("--bind", "none") : Stream.of();
        String[] words = Stream.of(Stream.of(arguments), unbound, Stream.of("--output", out().toString())).flatMap(all -> all)
                .toArray(String[]::new);
        Files.deleteIfExists(out());
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        // another class of tests may run at the same time, and the process has one standard error
        synchronized (Launcher.class) {
            PrintStream before = System.err;
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            try {
                int code = Main.execute(words);
                return new Ended(code, Files.exists(out()) ? Files.readString(out()) : "", err.toString(StandardCharsets.UTF_8));
            } finally {
                System.setErr(before);
            }
        }
    }

    Process start(String... arguments) throws IOException {
        return startBy(List.of(), arguments);
    }

    /** As {@link #run}, started by another program, such as mpirun with its options. */
    Ended runBy(List<String> starter, String... arguments) throws IOException, InterruptedException {
        return end(startBy(starter, arguments));
    }

    Process startBy(List<String> starter, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.add(HOME.resolve("hpl").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(out().toFile()).redirectError(err().toFile());
        builder.environment().put("HPL_NO_BUILD", "1");
        // the build has made a start-up cache in the usual folder for the usual Java
        builder.environment().put("HPL_NO_AOT", environment.containsKey(CACHE_HOME) || environment.containsKey("HPL_JAVA_HOME") ? "1" : "");
        builder.environment().put("HPL_HISTORY", "no");
        builder.environment().put(RankProcesses.VARIABLE, folder.toString());
        builder.environment().put(CACHE_HOME, System.getProperty("hpl.cache"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    Ended end(Process process) throws IOException, InterruptedException {
        double seconds = BusyMachine.seconds(TIMEOUT_SECONDS);
        if (!process.waitFor((long) seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running after " + seconds + " s:\n" + soFar() + errorsSoFar());
        }
        return new Ended(process.exitValue(), Files.readString(out()), Files.readString(err()));
    }

    /** Returns the ranks of the runs that this test has started, in this folder or below it. */
    RankProcesses ranks() {
        return new RankProcesses(folder);
    }

    /** Waits until a condition holds or the process has ended; on a busy machine this may take as long as a whole run. */
    void await(Process process, Callable<Boolean> condition) throws Exception {
        long begin = System.nanoTime();
        double seconds = BusyMachine.seconds(TIMEOUT_SECONDS);
        while (process.isAlive() && !condition.call()) {
            if (System.nanoTime() - begin > 1e9 * seconds) {
                process.destroyForcibly();
                throw new IOException("not seen within " + seconds + " s:\n" + soFar() + errorsSoFar());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits until the first test of a run has passed; fails where the run ends before. */
    void awaitFirstTest(Process process) throws Exception {
        await(process, () -> soFar().contains("PASSED"));
        assertThat(soFar()).as(errorsSoFar()).contains("PASSED");
    }

    /** Sends it; by the shell, which has a kill of its own. */
    static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
        new ProcessBuilder("bash", "-c", "kill -" + name + " " + process.pid()).inheritIO().start().waitFor();
    }

    String soFar() throws IOException {
        return Files.readString(out());
    }

    String errorsSoFar() throws IOException {
        return Files.readString(err());
    }

    private Path out() {
        return folder.resolve("stdout");
    }

    private Path err() {
        return folder.resolve("stderr");
    }
}
