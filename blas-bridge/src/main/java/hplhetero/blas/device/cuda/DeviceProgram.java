package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.KernelException;
import hplhetero.ffm.Downcall;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A program of ours that is loaded for a device, by {@link ProgramLoader}. Any thread whose device is the program's may submit it, with
 * arguments of its own.
 *
 * <p>Arguments lie in memory of the host that the driver reads before a call returns: {@link #MOST_ARGUMENTS} addresses of values, then the
 * values, 8 bytes each.
 */
final class DeviceProgram {
    /** The number of threads of a block. */
    static final int THREADS = 256;
    private static final int MOST_ARGUMENTS = 16;
    /** The bytes of memory that the arguments of any program take. */
    static final long ARGUMENT_BYTES = 2L * MOST_ARGUMENTS * Long.BYTES;

    private static final MethodHandle LAUNCH = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle LAUNCH_TOGETHER = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);

    private final Launches launches;
    private final long function;

    /**
     * The functions of the driver that launch programs.
     *
     * @param alone    the function that launches blocks which do not wait for each other
     * @param together the function that launches blocks which may wait for each other; empty where the driver is too old to have it
     */
    record Launches(MemorySegment alone, Optional<MemorySegment> together) {
    }

    /**
     * Takes a program that was loaded.
     *
     * @param function the driver's name of the program
     */
    DeviceProgram(Launches launches, long function) {
        this.launches = launches;
        this.function = function;
    }

    /**
     * Sets an argument of the next submission.
     *
     * @param arguments memory for the arguments, {@link #ARGUMENT_BYTES} bytes
     * @param index     index of the argument, from 0
     * @param value     the value; of a number of 32 bits the low bits count
     */
    static void set(MemorySegment arguments, int index, long value) {
        long at = (long) (MOST_ARGUMENTS + index) * Long.BYTES;
        arguments.set(JAVA_LONG, (long) index * Long.BYTES, arguments.address() + at);
        arguments.set(JAVA_LONG, at, value);
    }

    /**
     * Submits the program on a grid of blocks of {@link #THREADS} threads.
     *
     * @param blocks    number of blocks in the first dimension
     * @param lines     number of blocks in the second dimension
     * @param arguments the arguments, which are read before this method returns
     * @param stream    the stream to which the program is submitted
     * @return 0, or the driver's error code
     */
    int launch(int blocks, int lines, MemorySegment arguments, long stream) {
        try {
            // CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ, unsigned blockDimX,
            //         unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)
            // hipError_t hipModuleLaunchKernel takes the same arguments
            return (int) LAUNCH.invokeExact(launches.alone, function, blocks, lines, 1, THREADS, 1, 1, 0, stream, arguments.address(), 0L);
        } catch (Throwable e) {
            throw new AssertionError("cuLaunchKernel", e);
        }
    }

    /**
     * Returns this program, for {@link #launchTogether}.
     *
     * @throws KernelException when the driver cannot launch blocks that may wait for each other
     */
    DeviceProgram together() {
        if (launches.together.isEmpty()) {
            throw new KernelException("the driver has no cooperative launch");
        }
        return this;
    }

    /** Submits the program, as {@link #launch} does, on blocks that may wait for each other. {@link #together} must have allowed it. */
    int launchTogether(int blocks, MemorySegment arguments, long stream) {
        try {
            // CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ,
            //         unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
            //         void **kernelParams)
            // hipError_t hipModuleLaunchCooperativeKernel takes the same arguments
            return (int) LAUNCH_TOGETHER.invokeExact(launches.together.get(), function, blocks, 1, 1, THREADS, 1, 1, 0, stream,
                    arguments.address());
        } catch (Throwable e) {
            throw new AssertionError("cuLaunchCooperativeKernel", e);
        }
    }
}
