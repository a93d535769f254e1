package hplhetero.blas;

import java.util.OptionalDouble;

/** What the host's processors can take of a panel update beside the device that computes the rest. */
public interface HostPart {

    /** By which they do. */
    DenseKernels kernels();

    /** Share, 0..1, of the columns that are left, which they are to take from now on; empty: what measured rates give. */
    OptionalDouble share();

    /** Flop/s of the device in a product. Measured when first asked for, which takes some tenths of a second. */
    double deviceFlops();

    /** The same of one worker of the host. */
    double workerFlops();
}
