package hplhetero.blas.host.vector;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import java.nio.file.Path;
import java.util.Optional;

/** The provider {@code vector}. */
public final class VectorProvider implements KernelProvider {

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
            throw new KernelException("blas-lib=" + library.get() + ": the provider vector needs no library; use --blas native with it");
        }
        if (!Lanes.fused()) {
            throw new KernelException("vector: this processor (or JVM) has no fused multiply-add on vectors of "
                    + Lanes.SPECIES.vectorBitSize() + " bits: use --blas native");
        }
        return new VectorKernels();
    }
}
