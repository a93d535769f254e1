package hplhetero.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts the launcher as a user does, in a folder of its own and with a cache of its own.
 *
 * @param folder      where it runs
 * @param environment variables beyond those of this process
 */
record Launcher(Path folder, Map<String, String> environment) {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    private static final int TIMEOUT_SECONDS = 120;
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
        builder.environment().put(CACHE_HOME, System.getProperty("hpl.cache"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    Ended end(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running after " + TIMEOUT_SECONDS + " s:\n" + soFar());
        }
        return new Ended(process.exitValue(), Files.readString(out()), Files.readString(err()));
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
