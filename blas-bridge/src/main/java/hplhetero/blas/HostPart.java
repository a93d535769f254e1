package hplhetero.blas;

import java.util.OptionalDouble;

/** The part of a panel update that the host's processors can take beside a device, which computes the other columns. */
public interface HostPart {

    /** Returns the kernels by which the host's processors update their columns. */
    DenseKernels kernels();

    /**
     * Returns the share, 0..1, of the remaining columns that the host's processors are to update from now on; empty where measured rates
     * decide.
     */
    OptionalDouble share();

    /**
     * Returns the device's speed in a matrix product, in flop/s. The first call measures the speed, which takes some tenths of a second.
     */
    double deviceFlops();

    /**
     * Returns the speed of one worker of the host in a matrix product, in flop/s. The first call measures the speed, which takes some
     * tenths of a second.
     */
    double workerFlops();
}
