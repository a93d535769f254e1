package hplhetero.blas.host.vector;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import java.nio.file.Path;
import java.util.Optional;

/** The provider {@code vector}: this project's own kernels in Java, without a native library. */
public final class VectorProvider implements KernelProvider {
    private static final String MODULE = "jdk.incubator.vector";

    /** Returns whether this Java has the Vector API, which the launcher asks for where it exists. */
    public static boolean isInThisJava() {
        return ModuleLayer.boot().findModule(MODULE).isPresent();
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public String summary() {
        return "this project's own kernels in plain Java (Vector API); no native library";
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        if (library.isPresent()) {
            throw new KernelException("blas-lib=" + library.get() + ": the provider vector takes no library: use --blas native for it");
        }
        if (!isInThisJava()) {
            throw new KernelException("vector: this Java has no module " + MODULE + ": use --blas native, or set HPL_JAVA_HOME to a JDK "
                    + "that has it, such as 25");
        }
        if (!Lanes.fused()) {
            throw new KernelException("vector: this processor (or JVM) has no fused multiply-add on vectors of "
                    + Lanes.SPECIES.vectorBitSize() + " bits: use --blas native");
        }
        return new VectorKernels();
    }
}
