package hplhetero.run.testbed;

import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs commands on clusters of several hosts on this machine: bench/testbed. A test is left out where that cannot make any.
 *
 * @param folder where it runs, and where its output is kept until the next one is started
 */
public record TestBed(Path folder) {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    private static final int TIMEOUT_SECONDS = 180;
    /** Before a command: without the optimising compiler, for which short runs are over too soon. It is handed on to hosts. */
    public static final String EXPORT_BRIEF = "export HPL_JAVA_OPTS=-XX:TieredStopAtLevel=1; ";

    /** Where it can be made. */
    public TestBed {
        Requirements.require(Component.ROOT, Component.NAMESPACES, Component.NETWORK_TOOLS);
    }

    /**
     * How it ended.
     *
     * @param code exit code
     * @param out  standard output
     * @param err  standard error
     */
    public record Ended(int code, String out, String err) {
    }

    /**
     * Runs a bash script on the first host.
     *
     * @param options options of bench/testbed, separated by blanks
     * @param script  what to run
     */
    public Ended run(String options, String script) throws IOException, InterruptedException {
        return end(start(options, script));
    }

    /** As {@link #run}, but does not wait. */
    public Process start(String options, String script) throws IOException {
        return program("testbed", options, "bash", "-c", script);
    }

    /**
     * Starts a program of the folder bench.
     *
     * @param name    its name
     * @param options its options, separated by blanks
     * @param command what follows them
     */
    Process program(String name, String options, String... command) throws IOException {
        // whoever started the tests may have had Ctrl-C ignored, and children inherit that
        List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT", HOME.resolve("bench").resolve(name).toString()));
        if (!options.isBlank()) {
            all.addAll(List.of(options.split(" ")));
        }
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all).directory(folder.toFile())
                .redirectOutput(out().toFile()).redirectError(err().toFile());
        // a copy: what runs within this JVM have set in its own, such as OMP_NUM_THREADS, is not handed on
        builder.environment();
        return builder.start();
    }

    /** Waits until a process that was started here ends. */
    public Ended end(Process process) throws IOException, InterruptedException {
        double seconds = BusyMachine.seconds(TIMEOUT_SECONDS);
        if (!process.waitFor((long) seconds, TimeUnit.SECONDS)) {
            process.destroy();
            throw new IOException("still running after " + seconds + " s:\n" + soFar() + Files.readString(err()));
        }
        return new Ended(process.exitValue(), soFar(), Files.readString(err()));
    }

    /** Waits until a line of the output is the given one. */
    public void await(Process process, String line) throws IOException, InterruptedException {
        for (int i = 0; i < BusyMachine.seconds(TIMEOUT_SECONDS) * 50; i++) {
            if (soFar().lines().anyMatch(line::equals)) {
                return;
            }
            if (!process.isAlive()) {
                break;
            }
            Thread.sleep(20);
        }
        throw new IOException("no line " + line + ":\n" + soFar() + Files.readString(err()));
    }

    /** The standard output up to now. */
    public String soFar() throws IOException {
        return Files.readString(out());
    }

    private Path out() {
        return folder.resolve("testbed-stdout");
    }

    private Path err() {
        return folder.resolve("testbed-stderr");
    }
}
