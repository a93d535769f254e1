package hplhetero.blas.device;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A panel step on a matrix of which all, a part or nothing is held on a device, against the same step on the host. */
@Needs({Component.C_COMPILER, Component.OPENCL})
@Slow
class HeldMatrixTest {
    private static final int ROWS = 150;
    private static final int COLS = 201;
    private static final int LD = 208;
    private static final int JB = 24;

    private final Random random = new Random(3);

    @ParameterizedTest
    @CsvSource({"cuda, 201", "rocm, 201", "cuda, 96", "cuda, 32", "cuda, 0", "opencl, 201", "opencl, 96", "opencl, 0"})
    void shouldUpdateWhatIsHeldAndWhatIsNot(String provider, int columnsHeld) {
        DenseKernels host = Blas.select("vector", BlasOptions.defaults()).kernels();
        DenseKernels device = Devices.kernels(provider, new DeviceOptions(0, 8L * ROWS * ((columnsHeld + 31) / 32 * 32)));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment[] memory = {arena.allocate(8L * ROWS * LD, 64), arena.allocate(8L * ROWS * LD, 64)};
            for (long i = 0; i < (long) ROWS * LD; i++) {
                double value = random.nextDouble() - 0.5;
                memory[0].setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
                memory[1].setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
            }
            MatrixRef l1 = panel(JB, JB, arena);
            MatrixRef l2 = panel(ROWS - JB, JB, arena);
            MatrixRef[] next = {panel(ROWS - JB, JB, arena), panel(ROWS - JB, JB, arena)};
            MatrixMemory held = device.hold(new MatrixRef(memory[1], 0, COLS, ROWS, LD), arena);
            assertThat(held == MatrixMemory.HOST).isEqualTo(columnsHeld == 0);
            held.adopt();
            step(host, memory[0], l1, l2, next[0], arena);
            step(device, memory[1], l1, l2, next[1], arena);
            held.refresh(0, ROWS, 0, COLS);
            double apart = 0;
            for (int i = 0; i < ROWS; i++) {
                // the first columns of the rest went to the next panel
                for (int j = i < JB ? JB : 2 * JB; j < COLS; j++) {
                    long at = (long) i * LD + j;
                    apart = Math.max(apart, Math.abs(memory[1].getAtIndex(ValueLayout.JAVA_DOUBLE, at)
                            - memory[0].getAtIndex(ValueLayout.JAVA_DOUBLE, at)));
                }
            }
            assertThat(apart).as("largest difference").isLessThanOrEqualTo(1e-12);
            for (int j = 0; j < JB; j++) {
                for (int i = 0; i < ROWS - JB; i++) {
                    apart = Math.max(apart, Math.abs(next[1].get(i, j) - next[0].get(i, j)));
                }
            }
            assertThat(apart).as("largest difference, with the next panel").isLessThanOrEqualTo(1e-12);
        }
    }

    /** What changes sides is where it should be, whichever part has a place on the device. */
    @ParameterizedTest
    @CsvSource({"cuda, 201", "cuda, 96", "opencl, 201", "opencl, 96"})
    void shouldGiveColumnsToTheHostAndTakeThemBack(String provider, int columnsHeld) {
        DenseKernels device = Devices.kernels(provider, new DeviceOptions(0, 8L * ROWS * ((columnsHeld + 31) / 32 * 32)));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8L * ROWS * LD, 64);
            MemorySegment whole = arena.allocate(8L * ROWS * LD, 64);
            MemorySegment expected = arena.allocate(8L * ROWS * LD, 64);
            fill(whole);
            MatrixMemory held = device.hold(new MatrixRef(memory, 0, COLS, ROWS, LD), arena);
            held.split(150);
            memory.copyFrom(whole);
            held.adopt();
            // the device's are now on the device alone, but for those without a place there
            int first = COLS - (columnsHeld == COLS ? COLS : columnsHeld);
            int[] from = {150, 60, 170, 0, COLS, 20};
            for (int step = 1; step < from.length; step++) {
                int hostFrom = from[step - 1];
                for (int i = 0; i < ROWS; i++) {
                    for (int j = first; j < hostFrom; j++) {
                        memory.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * LD + j, Double.NaN);
                    }
                }
                held.split(from[step]);
                expected.copyFrom(whole);
                for (int i = 0; i < ROWS; i++) {
                    for (int j = first; j < Math.min(from[step], hostFrom); j++) {
                        expected.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * LD + j, Double.NaN);
                    }
                }
                assertThat(memory.mismatch(expected)).as("first wrong byte of step %d", step).isEqualTo(-1);
                held.refresh(0, ROWS, 0, COLS);
                assertThat(memory.mismatch(whole)).as("first wrong byte of step %d, refreshed", step).isEqualTo(-1);
            }
        }
    }

    private static void fill(MemorySegment memory) {
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLS; j++) {
                memory.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) i * LD + j, 1000.0 * i + j);
            }
        }
    }

    private MatrixRef panel(int rows, int cols, Arena arena) {
        MatrixRef made = new MatrixRef(arena.allocate(8L * rows * cols + 64, 64), 0, rows, cols, rows);
        for (int j = 0; j < cols; j++) {
            for (int i = 0; i < rows; i++) {
                made.set(i, j, 0.1 * (random.nextDouble() - 0.5));
            }
        }
        return made;
    }

    /** The rows of U are every third below the panel; what stood in its place goes there. The columns behind the panel go ahead. */
    private static void step(DenseKernels kernels, MemorySegment a, MatrixRef l1, MatrixRef l2, MatrixRef next, Arena arena) {
        PanelUpdate update = kernels.panelUpdate(ROWS - JB, 2 * 144, JB, 2, arena);
        int packs = update.begin(l1, l2, arena.allocate(kernels.packedBytes(ROWS - JB, JB) + PanelUpdate.READ_AHEAD, 64));
        for (int task = 0; task < packs; task++) {
            update.pack(0, task);
        }
        await(update, 0);
        columns(update, a, 0, JB, JB, 0);
        update.multiplyInto(0, 0, 0, new MatrixRef(a, (long) JB * LD + JB, JB, ROWS - JB, LD), next);
        await(update, 0);
        columns(update, a, 1, 2 * JB, 97, 144);
        update.multiply(1, 144, 0, new MatrixRef(a, (long) JB * LD + 2 * JB, 97, ROWS - JB, LD));
        columns(update, a, 0, 2 * JB + 97, COLS - 2 * JB - 97, 0);
        update.multiply(0, 0, 0, new MatrixRef(a, (long) JB * LD + 2 * JB + 97, COLS - 2 * JB - 97, 64, LD));
        update.multiply(0, 0, 64, new MatrixRef(a, (long) (JB + 64) * LD + 2 * JB + 97, COLS - 2 * JB - 97, ROWS - JB - 64, LD));
        await(update, 0);
        await(update, 1);
    }

    private static void columns(PanelUpdate update, MemorySegment a, int worker, int column, int w, int u) {
        for (int i = 0; i < JB; i++) {
            update.load(worker, i, u, address(a, JB + 3 * i, column), w);
        }
        for (int i = 0; i < JB; i++) {
            update.move(worker, address(a, i, column), address(a, JB + 3 * i, column), w);
        }
        update.solve(worker, u, w);
        for (int i = 0; i < JB; i++) {
            update.store(worker, i, u, address(a, i, column), w);
        }
    }

    private static long address(MemorySegment a, int row, int column) {
        return a.address() + 8L * ((long) row * LD + column);
    }

    private static void await(PanelUpdate update, int worker) {
        while (!update.submitted(worker).poll()) {
            Thread.onSpinWait();
        }
    }
}
