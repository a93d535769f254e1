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
 * A kernel that copies many rows within a device of Nvidia at once. Copied one by one, each row takes some 6 us, whatever its length. The
 * kernel is a program in PTX, which the driver translates for the device at hand, so that building this program needs no device compiler.
 * Any thread may call.
 */
final class RowKernel {
    private static final int THREADS = 256;
    /** The most blocks of threads that copy one row: several, so that few rows keep a device busy too. */
    private static final int MOST_BLOCKS_PER_ROW = 32;
    /** The PTX program of the kernel rows(pairs, w), in which row y of the grid copies w doubles from pairs[2 y] to pairs[2 y + 1]. */
    private static final String PROGRAM = """
            .version 6.0
            .target sm_60
            .address_size 64
            .visible .entry rows(.param .u64 pairs, .param .u32 w)
            {
                .reg .pred %p1;
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                .reg .f64 %d1;
                ld.param.u64 %rd1, [pairs];
                ld.param.u32 %r1, [w];
                mov.u32 %r2, %ctaid.y;
                mul.wide.u32 %rd2, %r2, 16;
                add.s64 %rd3, %rd1, %rd2;
                ld.global.u64 %rd4, [%rd3];
                ld.global.u64 %rd5, [%rd3+8];
                mov.u32 %r3, %ctaid.x;
                mov.u32 %r4, %ntid.x;
                mov.u32 %r5, %tid.x;
                mad.lo.u32 %r6, %r3, %r4, %r5;
                mov.u32 %r7, %nctaid.x;
                mul.lo.u32 %r8, %r7, %r4;
            NEXT:
                setp.ge.u32 %p1, %r6, %r1;
                @%p1 bra END;
                mul.wide.u32 %rd6, %r6, 8;
                add.s64 %rd7, %rd4, %rd6;
                add.s64 %rd8, %rd5, %rd6;
                ld.global.f64 %d1, [%rd7];
                st.global.f64 [%rd8], %d1;
                add.u32 %r6, %r6, %r8;
                bra NEXT;
            END:
                ret;
            }
            """;
    private static final MethodHandle LOAD = Downcall.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GET = Downcall.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle LAUNCH = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private final MemorySegment launchKernel;
    private final long function;

    private RowKernel(MemorySegment launchKernel, long function) {
        this.launchKernel = launchKernel;
        this.function = function;
    }

    /** Loads the kernel for the calling thread's device; empty where the driver does not accept the program. */
    static Optional<RowKernel> load(NativeLibrary driver) {
        Optional<MemorySegment> moduleLoadData = driver.find("cuModuleLoadData");
        Optional<MemorySegment> moduleGetFunction = driver.find("cuModuleGetFunction");
        Optional<MemorySegment> launchKernel = driver.find("cuLaunchKernel");
        if (moduleLoadData.isEmpty() || moduleGetFunction.isEmpty() || launchKernel.isEmpty()) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment module = arena.allocate(JAVA_LONG);
            MemorySegment function = arena.allocate(JAVA_LONG);
            // CUresult cuModuleLoadData(CUmodule *module, const void *image)
            int status = (int) LOAD.invokeExact(moduleLoadData.get(), module, arena.allocateFrom(PROGRAM));
            if (status == 0) {
                // CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
                status = (int) GET.invokeExact(moduleGetFunction.get(), function, module.get(JAVA_LONG, 0), arena.allocateFrom("rows"));
            }
            return status == 0 ? Optional.of(new RowKernel(launchKernel.get(), function.get(JAVA_LONG, 0))) : Optional.empty();
        } catch (Throwable e) {
            throw new AssertionError("a function of the driver cannot throw", e);
        }
    }

    /**
     * Submits copies of {@code count} rows of {@code w} doubles each, which are carried out in any order.
     *
     * @param pairs     address on the device of the addresses from and to of each row
     * @param count     number of rows
     * @param w         length of each row, in doubles
     * @param arguments room for 32 bytes, which are read before this method returns
     * @param stream    the stream to which the copies are submitted
     * @return 0, or the driver's error code
     */
    int copy(long pairs, int count, int w, MemorySegment arguments, long stream) {
        arguments.set(JAVA_LONG, 0, arguments.address() + 16);
        arguments.set(JAVA_LONG, 8, arguments.address() + 24);
        arguments.set(JAVA_LONG, 16, pairs);
        arguments.set(JAVA_INT, 24, w);
        int blocks = Math.clamp((w + THREADS - 1) / THREADS, 1, MOST_BLOCKS_PER_ROW);
        try {
            // CUresult cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ, unsigned blockDimX,
            //         unsigned blockDimY, unsigned blockDimZ, unsigned sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)
            return (int) LAUNCH.invokeExact(launchKernel, function, blocks, count, 1, THREADS, 1, 1, 0, stream, arguments.address(), 0L);
        } catch (Throwable e) {
            throw new AssertionError("cuLaunchKernel", e);
        }
    }
}
