package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** The rates of a device on the shapes that a solve has: products of an update, and panels. */
public final class DeviceShapes {
    private static final int[] ORDERS = {2_048, 4_096, 8_192, 16_384, 32_768};
    private static final List<Integer> WIDTHS = List.of(128, 256, 384, 512, 768, 1_024);
    private static final int TURNS = 3;

    private DeviceShapes() {
    }

    /**
     * The rates on one shape, each the best of {@value #TURNS} turns, by wall time.
     *
     * @param order  rows and columns of the trailing matrix, and rows of the panel
     * @param width  columns of the panel
     * @param update rate of the product of an update, in GFLOPS
     * @param panel  rate of the factorization of a panel by the device, with its way to the device and back, in GFLOPS; empty where the
     *               device factors none
     */
    public record Shape(int order, int width, double update, OptionalDouble panel) {
    }

    /**
     * Measures all shapes for which the device has memory, the smallest first.
     *
     * @param kernels  kernels whose panel updates the device computes
     * @param nanoTime the clock that the work is timed by, in nanoseconds
     */
    public static List<Shape> measure(DenseKernels kernels, LongSupplier nanoTime) {
        List<Shape> shapes = new ArrayList<>();
        for (int order : ORDERS) {
            if (8L * order * order > kernels.roomToHold()) {
                break;
            }
            shapes.addAll(measure(kernels, order, WIDTHS, nanoTime));
        }
        return shapes;
    }

    /**
     * Measures the shapes of one order. Takes the time to fill a matrix, and some tens of milliseconds for each width.
     *
     * @param kernels  kernels whose panel updates the device computes
     * @param order    rows and columns of the trailing matrix, and rows of the panel
     * @param widths   columns of the panel, one after another
     * @param nanoTime the clock that the work is timed by, in nanoseconds
     */
    public static List<Shape> measure(DenseKernels kernels, int order, List<Integer> widths, LongSupplier nanoTime) {
        try (Arena arena = Arena.ofShared()) {
            MatrixRef a = new MatrixRef(OffHeap.allocate(arena, 8L * order * order), 0, order, order, order);
            MatrixMemory held = kernels.hold(a, arena);
            held.adopt();
            return widths.stream().map(width -> measure(kernels, a, width, nanoTime)).toList();
        }
    }

    /**
     * Returns whether the device factors panels.
     *
     * @param kernels kernels whose panel updates the device computes
     */
    public static boolean factors(DenseKernels kernels) {
        try (Arena arena = Arena.ofShared()) {
            return kernels.panelUpdate(PanelUpdate.COLUMN_UNIT, PanelUpdate.COLUMN_UNIT, PanelUpdate.COLUMN_UNIT, 1, arena).factors();
        }
    }

    private static Shape measure(DenseKernels kernels, MatrixRef a, int width, LongSupplier nanoTime) {
        int order = a.rows();
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(order, (order + 47) / 48 * 48, width, 1, arena);
            MemorySegment packed = OffHeap.allocate(arena, kernels.packedBytes(order, width) + PanelUpdate.READ_AHEAD);
            MatrixRef l1 = new MatrixRef(OffHeap.allocate(arena, 8L * width * width), 0, width, width, width);
            MatrixRef panel = new MatrixRef(OffHeap.allocate(arena, 8L * order * width), 0, order, width, order);
            kernels.pin(panel.segment(), arena);
            for (int task = update.begin(l1, panel, packed) - 1; task >= 0; task--) {
                update.pack(0, task);
            }
            await(update);
            double seconds = best(nanoTime, () -> { }, () -> update.multiply(0, 0, 0, a), update);
            double product = 2.0 * order * order * width;
            OptionalDouble factored = OptionalDouble.empty();
            if (update.factors()) {
                MatrixRef source = new MatrixRef(OffHeap.allocate(arena, 8L * order * width), 0, order, width, order);
                fill(source);
                double taken = best(nanoTime, () -> OffHeap.copy(source.address(), panel.address(), 8L * order * width), () -> {
                    update.takeNext(0, panel);
                    update.factorNext(0, panel);
                }, update);
                factored = OptionalDouble.of(((double) order * width * width - Math.pow(width, 3) / 3) / taken * 1e-9);
            }
            return new Shape(order, width, product / seconds * 1e-9, factored);
        }
    }

    private static double best(LongSupplier nanoTime, Runnable before, Runnable work, PanelUpdate update) {
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < TURNS; turn++) {
            before.run();
            long begin = nanoTime.getAsLong();
            work.run();
            await(update);
            best = Math.min(best, (nanoTime.getAsLong() - begin) * 1e-9);
        }
        return best;
    }

    private static void fill(MatrixRef panel) {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < (long) panel.rows() * panel.cols(); i++) {
            panel.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextDouble() - 0.5);
        }
    }

    private static void await(PanelUpdate update) {
        while (!update.submitted(0).poll()) {
            Thread.onSpinWait();
        }
    }
}
