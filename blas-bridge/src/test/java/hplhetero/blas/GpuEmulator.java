package hplhetero.blas;

import hplhetero.blas.select.Blas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The libraries of a graphics processor, emulated in C on the host; made once a process. */
public final class GpuEmulator {
    /** Seen from any module. */
    private static final Path SOURCE = Path.of("../blas-bridge/src/test/c/gpu_emulator.c");
    private static final Map<String, Path> LIBRARIES = new ConcurrentHashMap<>();

    private GpuEmulator() {
    }

    /** What {@code --blas-lib} takes for {@code cuda} or {@code rocm}. */
    public static Path library(String provider) {
        return LIBRARIES.computeIfAbsent(provider, GpuEmulator::compile);
    }

    /** Kernels of the provider on an emulated device. */
    public static DenseKernels kernels(String provider) {
        return kernels(provider, DeviceOptions.USUAL);
    }

    /** The same, on some of it. */
    public static DenseKernels kernels(String provider, DeviceOptions device) {
        return Blas.providers().stream().filter(one -> one.name().equals(provider)).findFirst().orElseThrow()
                .load(Optional.of(library(provider)), device);
    }

    private static Path compile(String provider) {
        try {
            Path folder = Files.createTempDirectory("gpu-emulator");
            Path library = folder.resolve("libgpu_emulator.so");
            Process process = new ProcessBuilder("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread",
                    provider.equals("rocm") ? "-DROCM" : "-DCUDA", "-o", library.toString(), SOURCE.toAbsolutePath().toString())
                    .redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("cc: " + said);
            }
            library.toFile().deleteOnExit();
            return library;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
