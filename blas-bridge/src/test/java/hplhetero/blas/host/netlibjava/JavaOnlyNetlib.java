package hplhetero.blas.host.netlibjava;

import hplhetero.blas.DenseKernels;
import java.util.List;

/** netlib-java as it is on a machine without a libblas. */
public final class JavaOnlyNetlib {

    private JavaOnlyNetlib() {
    }

    public static DenseKernels kernels() {
        return NetlibProvider.java(List.of());
    }
}
