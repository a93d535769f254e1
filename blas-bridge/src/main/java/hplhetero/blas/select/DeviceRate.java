package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/** The rate of a device in double precision, by wall time: the rate of a trailing update's product on a matrix that the device holds. */
public final class DeviceRate {
    private static final int JB = 256;
    private static final int LEAST = 256;
    private static final int MOST = 16_384;
    /** The order of the largest matrix of a brief measurement, 512 MiB, with which a device comes within some percent of its full rate. */
    private static final int BRIEF_MOST = 8_192;
    private static final double ENOUGH_SECONDS = 0.05;
    private static final int TURNS = 3;

    private DeviceRate() {
    }

    /**
     * Measures the rate of a device with ever larger products, until one takes {@value #ENOUGH_SECONDS} s or there is no memory for a
     * larger one. Takes some tenths of a second, and the time to fill 2 GiB.
     *
     * @param kernels kernels whose panel updates the device computes
     * @return the highest rate, in GFLOPS
     */
    public static double measure(DenseKernels kernels) {
        return measure(kernels, MOST, System::nanoTime);
    }

    /**
     * Measures the rate of a device as {@link #measure} does, but with a fourth of the memory and of the time, for a run that needs both
     * for other things. The rate comes within some percent of that of {@link #measure}.
     *
     * @param kernels kernels whose panel updates the device computes
     * @return the highest rate, in GFLOPS
     */
    public static double brief(DenseKernels kernels) {
        return brief(kernels, System::nanoTime);
    }

    /**
     * Measures as {@link #brief(DenseKernels)} does, by another clock.
     *
     * @param nanoTime the clock that products are timed by, in nanoseconds
     * @return the highest rate, in GFLOPS
     */
    static double brief(DenseKernels kernels, LongSupplier nanoTime) {
        return measure(kernels, BRIEF_MOST, nanoTime);
    }

    private static double measure(DenseKernels kernels, int most, LongSupplier nanoTime) {
        double best = 0;
        double seconds = 0;
        for (int size = LEAST; size <= most && seconds < ENOUGH_SECONDS; size *= 2) {
            try (Arena arena = Arena.ofShared()) {
                seconds = seconds(kernels, size, arena, nanoTime);
                best = Math.max(best, 2.0 * size * size * JB / seconds * 1e-9);
            } catch (OutOfMemoryError e) {
                return best;
            }
        }
        return best;
    }

    private static double seconds(DenseKernels kernels, int size, Arena arena, LongSupplier nanoTime) {
        MatrixRef a = new MatrixRef(OffHeap.allocate(arena, 8L * size * size), 0, size, size, size);
        MatrixMemory held = kernels.hold(a, arena);
        held.adopt();
        PanelUpdate update = kernels.panelUpdate(size, (size + 47) / 48 * 48, JB, 1, arena);
        MemorySegment packed = OffHeap.allocate(arena, kernels.packedBytes(size, JB) + PanelUpdate.READ_AHEAD);
        MatrixRef l1 = new MatrixRef(OffHeap.allocate(arena, 8L * JB * JB), 0, JB, JB, JB);
        MatrixRef l2 = new MatrixRef(OffHeap.allocate(arena, 8L * size * JB), 0, size, JB, size);
        for (int task = update.begin(l1, l2, packed) - 1; task >= 0; task--) {
            update.pack(0, task);
        }
        await(update);
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < TURNS; turn++) {
            long begin = nanoTime.getAsLong();
            update.multiply(0, 0, 0, a);
            await(update);
            best = Math.min(best, (nanoTime.getAsLong() - begin) * 1e-9);
        }
        return best;
    }

    private static void await(PanelUpdate update) {
        while (!update.submitted(0).poll()) {
            Thread.onSpinWait();
        }
    }
}
