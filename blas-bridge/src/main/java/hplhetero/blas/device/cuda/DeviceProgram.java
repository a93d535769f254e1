package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A program of ours for one of Nvidia's devices. The driver translates it from PTX, Nvidia's portable machine code, when it is loaded. Any
 * thread whose device is the program's may submit it, with arguments of its own.
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

    private static final MethodHandle LOAD = Downcall.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GET = Downcall.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle LAUNCH = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle LAUNCH_TOGETHER = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);

    private final MemorySegment launchKernel;
    private final MemorySegment launchCooperativeKernel;
    private final long function;

    private DeviceProgram(MemorySegment launchKernel, MemorySegment launchCooperativeKernel, long function) {
        this.launchKernel = launchKernel;
        this.launchCooperativeKernel = launchCooperativeKernel;
        this.function = function;
    }

    /**
     * Loads a program for the calling thread's device; empty where the driver does not accept the text.
     *
     * @param text the text of one or more programs, in PTX
     * @param name name of the program in the text
     */
    static Optional<DeviceProgram> load(NativeLibrary driver, String text, String name) {
        Optional<MemorySegment> moduleLoadData = driver.find("cuModuleLoadData");
        Optional<MemorySegment> moduleGetFunction = driver.find("cuModuleGetFunction");
        Optional<MemorySegment> launchKernel = driver.find("cuLaunchKernel");
        Optional<MemorySegment> launchCooperativeKernel = driver.find("cuLaunchCooperativeKernel");
        if (moduleLoadData.isEmpty() || moduleGetFunction.isEmpty() || launchKernel.isEmpty() || launchCooperativeKernel.isEmpty()) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment module = arena.allocate(JAVA_LONG);
            MemorySegment function = arena.allocate(JAVA_LONG);
            // CUresult cuModuleLoadData(CUmodule *module, const void *image)
            int status = (int) LOAD.invokeExact(moduleLoadData.get(), module, arena.allocateFrom(text));
            if (status == 0) {
                // CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
                status = (int) GET.invokeExact(moduleGetFunction.get(), function, module.get(JAVA_LONG, 0), arena.allocateFrom(name));
            }
            return status == 0 ? Optional.of(new DeviceProgram(launchKernel.get(), launchCooperativeKernel.get(),
                    function.get(JAVA_LONG, 0))) : Optional.empty();
        } catch (Throwable e) {
            throw new AssertionError("a function of the driver cannot throw", e);
        }
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
            return (int) LAUNCH.invokeExact(launchKernel, function, blocks, lines, 1, THREADS, 1, 1, 0, stream, arguments.address(), 0L);
        } catch (Throwable e) {
            throw new AssertionError("cuLaunchKernel", e);
        }
    }

    /** Submits the program, as {@link #launch} does, on blocks that may wait for each other. */
    int launchTogether(int blocks, MemorySegment arguments, long stream) {
        try {
            // CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ,
            //         unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream,
            //         void **kernelParams)
            return (int) LAUNCH_TOGETHER.invokeExact(launchCooperativeKernel, function, blocks, 1, 1, THREADS, 1, 1, 0, stream,
                    arguments.address());
        } catch (Throwable e) {
            throw new AssertionError("cuLaunchCooperativeKernel", e);
        }
    }
}
