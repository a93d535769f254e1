package hplhetero.blas;

import hplhetero.blas.select.Blas;
import hplhetero.testing.Component;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Devices of the tests: those of {@code cuda} and {@code rocm} by libraries that are emulated in C on the host, made once a process; that
 * of {@code opencl} is the host's cores by PoCL.
 */
public final class Devices {
    /** Seen from any module. */
    private static final Path SOURCE = Path.of("../blas-bridge/src/test/c/gpu_emulator.c");
    private static final Map<String, Path> LIBRARIES = new ConcurrentHashMap<>();

    private Devices() {
    }

    /** What a test of them needs. */
    public static Component component(String provider) {
        return provider.equals("opencl") ? Component.OPENCL : Component.C_COMPILER;
    }

    /** What {@code --blas-lib} takes for {@code cuda} or {@code rocm}. */
    public static Path library(String provider) {
        return LIBRARIES.computeIfAbsent(provider, Devices::compile);
    }

    /** Kernels of the provider on a device. */
    public static DenseKernels kernels(String provider) {
        return kernels(provider, DeviceOptions.USUAL);
    }

    /** The same, on some of it. */
    public static DenseKernels kernels(String provider, DeviceOptions device) {
        return Blas.providers().stream().filter(one -> one.name().equals(provider)).findFirst().orElseThrow()
                .load(provider.equals("opencl") ? Optional.empty() : Optional.of(library(provider)), device);
    }

    /** Returns how many copies between host and emulated devices of {@code cuda} or {@code rocm} this process has submitted. */
    public static long copies(String provider) {
        return variable(provider, "copies").get(ValueLayout.JAVA_LONG, 0);
    }

    /** Returns how many times the host has waited for work of emulated devices of {@code cuda} in this process. */
    public static long waits() {
        return variable("cuda", "waits").get(ValueLayout.JAVA_LONG, 0);
    }

    /** Lets emulated devices of {@code cuda} work again after they have failed. */
    public static void mend() {
        variable("cuda", "failure").set(ValueLayout.JAVA_INT, 0, 0);
    }

    /** Holds all products of emulated devices of {@code cuda} but urgent ones, or lets them go on; after two minutes they go on anyway. */
    public static void hold(boolean held) {
        variable("cuda", "hold").set(ValueLayout.JAVA_INT, 0, held ? 1 : 0);
    }

    /** Returns how many products {@link #hold} has held so far in this process. */
    public static int held() {
        return variable("cuda", "held").get(ValueLayout.JAVA_INT, 0);
    }

    /** Returns whether a held product has gone on only because two minutes were over. */
    public static boolean heldInVain() {
        return variable("cuda", "held_in_vain").get(ValueLayout.JAVA_INT, 0) != 0;
    }

    @SuppressWarnings("restricted") // reads and writes a variable of the library
    private static MemorySegment variable(String provider, String name) {
        return SymbolLookup.libraryLookup(library(provider), Arena.global()).findOrThrow(name).reinterpret(Long.BYTES);
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
            // last in, first out
            folder.toFile().deleteOnExit();
            library.toFile().deleteOnExit();
            return library;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
