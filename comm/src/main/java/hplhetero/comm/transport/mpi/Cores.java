package hplhetero.comm.transport.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The cores of this machine, those included that the launcher did not give to this process but to its neighbours. */
final class Cores {
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private Cores() {
    }

    static int online() {
        try (Stream<String> lines = Files.lines(CPUS)) {
            int listed = (int) lines.filter(line -> line.startsWith("processor")).count();
            return Math.max(listed, Runtime.getRuntime().availableProcessors());
        } catch (IOException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}
