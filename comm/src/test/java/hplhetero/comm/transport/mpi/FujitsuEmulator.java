package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compiles the emulator of what Fujitsu's MPI tells of where ranks sit. */
final class FujitsuEmulator {
    private static final List<String> OVER_OPEN_MPI = List.of("-Wl,--no-as-needed", "-l:libmpi.so.40");

    private FujitsuEmulator() {
    }

    /** The function alone. */
    static Path alone(Path folder) {
        Requirements.require(Component.C_COMPILER);
        return compiled(folder, List.of());
    }

    /** A library that has the function, and all else by Open MPI. */
    static Path overOpenMpi(Path folder) {
        Requirements.require(Component.C_COMPILER, Component.OPEN_MPI);
        return compiled(folder, OVER_OPEN_MPI);
    }

    private static Path compiled(Path folder, List<String> more) {
        Path library = folder.resolve("libfjmpi.so");
        List<String> command = new ArrayList<>(List.of("cc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.toString(),
                Path.of("../comm/src/test/c/fjmpi_emulator.c").toAbsolutePath().toString()));
        command.addAll(more);
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            return library;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
