package hplhetero.blas.host.netlibjava;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.environment.EnvironmentGuard;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The provider {@code netlib}: netlib-java over the system's libblas, or over its own Java kernels. */
public final class NetlibProvider implements KernelProvider {
    /** The logger of netlib-java's loader. This reference keeps it alive, because a logger that nobody holds forgets its level. */
    private static final Logger LOADER_LOG = Logger.getLogger("dev.ludovic.netlib.blas.InstanceBuilder");

    static {
        // the kernels' description says what the loader finds; on standard error it would be a log with stack traces
        LOADER_LOG.setLevel(Level.OFF);
    }

    @Override
    public String name() {
        return "netlib";
    }

    @Override
    public String summary() {
        return "netlib-java: the system's libblas through JNI, else Java; copies its operands";
    }

    /**
     * {@inheritDoc} Without a native library netlib-java multiplies in Java, at a third to a half of the speed of {@code vector}, and
     * copies its operands. Until its code is compiled, the other contenders would wait for the compiler.
     */
    @Override
    public boolean contends() {
        return isThere(nativeLibrary());
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        List<String> notes = EnvironmentGuard.clear();
        if (!isThere(nativeLibrary())) {
            // otherwise netlib-java's JNI part would be tried all the same, and would print what it misses
            System.setProperty("dev.ludovic.netlib.blas.allowNative", "false");
            return java(notes);
        }
        try {
            return new NetlibKernels(NativeBLAS.getInstance(), "JNI to " + nativeLibrary(), notes);
        } catch (RuntimeException | LinkageError e) {
            return java(notes);
        }
    }

    /**
     * Returns netlib-java's kernels in Java, which work on every machine.
     *
     * @throws KernelException when netlib-java is not on the class path
     */
    static DenseKernels java(List<String> notes) {
        try {
            BLAS blas = JavaBLAS.getInstance();
            return new NetlibKernels(blas, blas.getClass().getSimpleName() + ", no native libblas found", notes);
        } catch (RuntimeException | LinkageError e) {
            throw new KernelException("netlib-java cannot be loaded: " + e
                    + ": put dev.ludovic.netlib:blas and net.sourceforge.f2j:arpack_combined_all on the class path", e);
        }
    }

    @SuppressWarnings("restricted") // a library is loaded to see whether it is there
    private static boolean isThere(String library) {
        try (Arena arena = Arena.ofConfined()) {
            NativeLibrary.open(library, arena);
            return true;
        } catch (NativeLibrary.Refused missing) {
            return false;
        }
    }

    /** Returns the path or name of the native library, as netlib-java's own properties give it. */
    private static String nativeLibrary() {
        String path = System.getProperty("dev.ludovic.netlib.blas.nativeLibPath");
        return path != null ? path : System.getProperty("dev.ludovic.netlib.blas.nativeLib", "libblas.so.3");
    }
}
