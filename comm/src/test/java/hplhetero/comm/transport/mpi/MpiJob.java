package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Component;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Requirements;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ranks as processes of this JVM's kind under a real launcher.
 *
 * @param mpi      what has the launcher; a test is left out where it is missing
 * @param launcher the command in front of java
 */
record MpiJob(Component mpi, List<String> launcher) {
    private static final long SECONDS = 300;

    /** How a job ended, and what its ranks wrote to either stream. */
    record Outcome(int exitCode, String output) {

        Outcome shouldPass() {
            assertThat(exitCode).as(output).isZero();
            return this;
        }

        Outcome shouldFail() {
            assertThat(exitCode).as(output).isNotZero();
            return this;
        }
    }

    static MpiJob openMpi(int ranks) {
        return new MpiJob(Component.OPEN_MPI, List.of("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
                "--mca", "mpi_yield_when_idle", "1", "-np", Integer.toString(ranks)));
    }

    /** Without the cleanup, which kills all ranks as soon as one has failed, before they can say why. */
    static MpiJob mpich(int ranks) {
        return new MpiJob(Component.MPICH, List.of("mpiexec.mpich", "-disable-auto-cleanup", "-np", Integer.toString(ranks)));
    }

    Outcome run(Class<?> main, String... arguments) {
        Requirements.require(mpi);
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-Dhpl.seed=" + DailySlice.TODAY.day(),
                "-Dhpl.all=" + DailySlice.TODAY.whole(), "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        return run(command);
    }

    /** Compiles the emulator of the MPI 5 standard ABI over MPICH. */
    static Path abiEmulator(Path folder) {
        Requirements.require(Component.C_COMPILER, Component.MPICH_COMPILER);
        Path library = folder.resolve("libmpi_abi.so.0");
        run(List.of("mpicc.mpich", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.toString(),
                Path.of("../comm/src/test/c/mpi_abi_emulator.c").toAbsolutePath().toString())).shouldPass();
        return library;
    }

    private static Outcome run(List<String> command) {
        try {
            File output = File.createTempFile("mpi-job", ".out");
            try {
                return run(command, output);
            } finally {
                Files.delete(output.toPath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Outcome run(List<String> command, File output)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            throw new AssertionError("not done after " + SECONDS + " s: " + command + "\n" + Files.readString(output.toPath()));
        }
        return new Outcome(process.exitValue(), Files.readString(output.toPath()));
    }
}
