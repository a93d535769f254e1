package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.ffm.CLibrary;
import hplhetero.ffm.NativeLibrary;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an MPI library tells of GPUs; its functions are emulated. */
@Needs(Component.C_COMPILER)
final class GpuAwarenessTest {
    private static final String GPUS = "MPI_EMULATED_GPUS";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CLibrary.unsetenv(GPUS);
    }

    private GpuAwareness emulated() throws Exception {
        Path library = folder.resolve("libgpu_mpi.so");
        Process process = new ProcessBuilder("cc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.toString(),
                Path.of("../comm/src/test/c/gpu_mpi_emulator.c").toAbsolutePath().toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        // never unloaded, as an MPI
        return GpuAwareness.of(new MpiLibrary.Symbols(NativeLibrary.open(library.toString(), Arena.global())));
    }

    @Test
    void shouldTellWhichGpusTheLibraryKnows() throws Exception {
        GpuAwareness awareness = emulated();
        assertThat(awareness.description()).isEmpty();
        CLibrary.setenv(GPUS, "cuda");
        assertThat(awareness.description()).startsWith("GPU-aware for CUDA, which is not used");
        CLibrary.setenv(GPUS, "hip cuda");
        assertThat(awareness.description()).startsWith("GPU-aware for CUDA, ROCm, ");
    }

    @Test
    void shouldSayNothingOfALibraryWithoutSuchFunctions() {
        assertThat(GpuAwareness.of(new MpiLibrary.Symbols(NativeLibrary.system())).description()).isEmpty();
    }
}
