package hplhetero.comm.transport.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The number of cores of this machine, including those that the launcher gave to other processes. */
final class Cores {
    private static final Path CPUS = Path.of("/proc/cpuinfo");

    private Cores() {
    }

    /** Returns the number of cores of this machine that are online. */
    static int online() {
        try (Stream<String> lines = Files.lines(CPUS)) {
            int listed = (int) lines.filter(line -> line.startsWith("processor")).count();
            return Math.max(listed, Runtime.getRuntime().availableProcessors());
        } catch (IOException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}
