package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(name = "{0}")
@MethodSource("hplhetero.blas.Providers#andAsynchronous")
@Slow
class PanelUpdateContractTest {
    private final DenseKernels oracle = Providers.oracle();
    private final Random random = new Random(4);

    @Parameter
    DenseKernels kernels;

    @Test
    void shouldUpdateAnySizesWithOneWorker() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(257, 257, 130, 1, arena);
            int[] panels = {1, 2, 7, 8, 16, 24, 31, 64, 97, 130};
            for (int turn = 0; turn < 2 * Sizes.ODD.length; turn++) {
                Step step = new Step(arena, Sizes.ODD[turn % Sizes.ODD.length],
                        Sizes.ODD[(7 * turn + 3) % Sizes.ODD.length], panels[turn % panels.length]);
                packAll(update, step.begin(update));
                UWindow.solve(update, 0, 0, step.ut.ref());
                update.multiply(0, 0, 0, step.at.ref());
                step.check(update, 1);
            }
        }
    }

    /** Kernels of libraries have limits of their own for this: 128, 256 or 384 columns. */
    @Test
    void shouldUpdateWithPanelsOfAnyDepth() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(600, 2 * 96, 523, 2, arena);
            for (int jb : DailySlice.TODAY.of(List.of(255, 256, 257, 299, 320, 384, 512, 523), 4)) {
                Step step = new Step(arena, 523, 150, jb);
                packAll(update, step.begin(update));
                UWindow.solve(update, 0, 0, step.ut(0, 96));
                UWindow.solve(update, 1, 96, step.ut(96, 54));
                MatrixRef at = step.at.ref();
                update.multiply(1, 96, 0, at.window(96, 0, 54, 523));
                update.multiply(0, 0, 48, at.window(0, 48, 96, 475));
                update.multiply(1, 0, 0, at.window(0, 0, 96, 48));
                step.check(update, 2);
            }
        }
    }

    @Test
    void shouldUpdateColumnTasksOfUnequalWidth() {
        try (Arena arena = Arena.ofShared()) {
            for (int nb : new int[] {48, 130}) {
                PanelUpdate update = kernels.panelUpdate(200, 2 * 96, nb, 2, arena);
                Step step = new Step(arena, 131, 150, nb - 7);
                packAll(update, step.begin(update));
                int turn = 0;
                for (int[] task : tasks(150, 64)) {
                    step.run(update, turn++ % 2, 96, task);
                }
                step.check(update, 2);
            }
        }
    }

    @Test
    void shouldKeepTheUOfEachWindowBetweenSolveAndMultiply() {
        try (Arena arena = Arena.ofShared()) {
            for (int nb : new int[] {32, 130}) {
                PanelUpdate update = kernels.panelUpdate(90, 48 + 33, nb, 2, arena);
                Step step = new Step(arena, 90, 73, nb);
                packAll(update, step.begin(update));
                UWindow.solve(update, 0, 0, step.ut(0, 40));
                UWindow.solve(update, 1, 48, step.ut(40, 33));
                update.multiply(1, 48, 0, step.at(40, 33));
                update.multiply(0, 0, 0, step.at(0, 40));
                step.check(update, 2);
            }
        }
    }

    @Test
    void shouldMultiplyByRowsAcrossWindowsThatWereSolvedApart() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(90, 130, 32, 2, arena);
            for (int jb : new int[] {32, 13}) {
                Step step = new Step(arena, 90, 130, jb);
                packAll(update, step.begin(update));
                UWindow.solve(update, 1, 96, step.ut(96, 34));
                UWindow.solve(update, 0, 0, step.ut(0, 96));
                MatrixRef at = step.at.ref();
                update.multiply(1, 0, 64, at.window(0, 64, 130, 26));
                update.multiply(0, 48, 0, at.window(48, 0, 82, 64));
                update.multiply(0, 0, 0, at.window(0, 0, 48, 64));
                step.check(update, 2);
            }
        }
    }

    @Test
    void shouldPutTheNextPanelWhereItIsFactored() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(257, 48 + 32, 32, 1, arena);
            for (int[] size : new int[][] {{257, 32, 32}, {90, 13, 32}, {7, 32, 5}, {1, 1, 1}, {0, 3, 8}}) {
                Step step = new Step(arena, size[0], size[1], size[2]);
                Operand next = Operand.random(arena, random, size[0], size[1]);
                packAll(update, step.begin(update));
                UWindow.solve(update, 0, 48, step.ut.ref());
                int rows = size[0] / (2 * PanelUpdate.ROW_UNIT) * PanelUpdate.ROW_UNIT;
                update.multiplyInto(0, 48, 0, step.at.ref().window(0, 0, size[1], rows), next.ref().window(0, 0, rows, size[1]));
                update.multiplyInto(0, 48, rows, step.at.ref().window(0, rows, size[1], size[0] - rows),
                        next.ref().window(rows, 0, size[0] - rows, size[1]));
                UWindow.await(update, 0);
                OffHeap.transpose(next.ref(), step.at.ref());
                step.check(update, 1);
                next.assertFrameUntouched();
            }
        }
    }

    @Test
    void shouldUpdateWithSeveralThreadsPanelAfterPanel() throws Exception {
        int workers = 3;
        try (Arena arena = Arena.ofShared(); ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            PanelUpdate update = kernels.panelUpdate(300, workers * 96, 33, workers, arena);
            for (int jb = 33; jb > 0; jb -= 8) {
                Step step = new Step(arena, 40 + 7 * jb, 190 + jb, jb);
                runInParallel(update, step, workers, threads);
                step.check(update, workers);
            }
        }
    }

    @Test
    void shouldTakeWhatAnotherUpdateHasPacked() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate packer = kernels.panelUpdate(257, 10, 33, 1, arena);
            PanelUpdate update = kernels.panelUpdate(260, 96, 40, 2, arena);
            for (int[] size : new int[][] {{257, 90, 33}, {96, 13, 24}, {7, 48, 5}, {1, 1, 1}, {0, 3, 8}}) {
                Step step = new Step(arena, size[0], size[1], size[2]);
                if (kernels.packedForm().isEmpty()) {
                    assertThat(kernels.packedBytes(size[0], size[2])).isZero();
                    assertThatThrownBy(() -> update.beginPacked(step.l1.ref(), size[0], step.packed))
                            .isInstanceOf(UnsupportedOperationException.class);
                    continue;
                }
                packAll(packer, step.begin(packer));
                packAll(update, update.beginPacked(step.l1.ref(), size[0], copied(arena, step.packed)));
                UWindow.solve(update, 1, 0, step.ut.ref());
                update.multiply(1, 0, 0, step.at.ref());
                step.check(update, 2);
            }
        }
    }

    /** As after a message. */
    private static MemorySegment copied(Arena arena, MemorySegment packed) {
        return arena.allocate(packed.byteSize(), 64).copyFrom(packed);
    }

    @Test
    void shouldRefuseTooLittleRoomForPackedL2() {
        if (kernels.packedForm().isEmpty()) {
            return;
        }
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(20, 10, 8, 1, arena);
            Step step = new Step(arena, 20, 10, 8);
            MemorySegment less = step.packed.asSlice(0, step.packed.byteSize() - 8);
            assertThatThrownBy(() -> update.begin(step.l1.ref(), step.l2.ref(), less)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("packed=" + less.byteSize());
            assertThatThrownBy(() -> update.beginPacked(step.l1.ref(), 20, less)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("packed=" + less.byteSize());
        }
    }

    @Test
    void shouldRefuseShapesBeyondWhatItWasMadeFor() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(20, 10, 8, 1, arena);
            Step tooHigh = new Step(arena, 21, 5, 8);
            Step tooWide = new Step(arena, 20, 11, 8);
            assertThatThrownBy(() -> tooHigh.begin(update))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("maxRows=20");
            packAll(update, tooWide.begin(update));
            assertThatThrownBy(() -> UWindow.solve(update, 0, 0, tooWide.ut.ref()))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("maxCols=10");
            assertThatThrownBy(() -> UWindow.solve(update, 0, 5, tooWide.ut(0, 5)))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("column=5");
            UWindow.solve(update, 0, 0, tooWide.ut(0, 5));
            assertThatThrownBy(() -> {
                update.multiply(0, 0, 4, tooWide.at(0, 5).window(0, 4, 5, 16));
                UWindow.await(update, 0);
            }).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("from=4");
        }
    }

    @Test
    void shouldRefuseMemoryThatIsNotTheHosts() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(20, 10, 8, 1, arena);
            Step step = new Step(arena, 20, 10, 8);
            packAll(update, step.begin(update));
            UWindow.solve(update, 0, 0, step.ut.ref());
            record OfADevice(int rows, int cols, int ld, long address) implements MatrixHandle {
            }
            assertThatThrownBy(() -> {
                update.multiply(0, 0, 0, new OfADevice(10, 20, 10, 1));
                UWindow.await(update, 0);
            }).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("OfADevice");
        }
    }

    @Test
    void shouldMoveRowsAfterTheyWereLoadedAndBeforeTheyAreStored() {
        try (Arena arena = Arena.ofShared()) {
            PanelUpdate update = kernels.panelUpdate(20, 48, 2, 1, arena);
            Step step = new Step(arena, 20, 30, 2);
            packAll(update, step.begin(update));
            MatrixRef ut = step.ut.ref();
            MatrixRef left = Operand.random(arena, random, 30, 1).ref();
            update.load(0, 0, 0, ut.column(0, 0, 30).address(), 30);
            update.load(0, 1, 0, ut.column(0, 1, 30).address(), 30);
            MatrixRef first = Operand.random(arena, random, 30, 1).ref();
            double expected = ut.get(29, 0);
            update.move(0, ut.column(0, 0, 30).address(), first.address(), 30);
            update.move(0, left.address(), ut.column(0, 0, 30).address(), 30);
            update.solve(0, 0, 30);
            update.store(0, 1, 0, ut.column(0, 1, 30).address(), 30);
            UWindow.await(update, 0);
            assertThat(first.get(29, 0)).isEqualTo(expected);
            assertThat(ut.get(29, 0)).isEqualTo(left.get(29, 0));
            update.store(0, 0, 0, ut.column(0, 0, 30).address(), 30);
            update.multiply(0, 0, 0, step.at.ref());
            step.check(update, 1);
        }
    }

    /** In any order. */
    private void packAll(PanelUpdate update, int packTasks) {
        List<Integer> order = new ArrayList<>();
        for (int task = 0; task < packTasks; task++) {
            order.add(task);
        }
        Collections.shuffle(order, random);
        order.forEach(task -> update.pack(0, task));
        UWindow.await(update, 0);
    }

    private void runInParallel(PanelUpdate update, Step step, int workers, ExecutorService threads) throws Exception {
        int packTasks = step.begin(update);
        List<int[]> tasks = tasks(step.ut.ref().rows(), 50);
        AtomicInteger nextPack = new AtomicInteger();
        AtomicInteger nextTask = new AtomicInteger();
        CyclicBarrier packed = new CyclicBarrier(workers);
        List<Future<?>> running = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int worker = w;
            running.add(threads.submit(() -> {
                for (int task = nextPack.getAndIncrement(); task < packTasks; task = nextPack.getAndIncrement()) {
                    update.pack(worker, task);
                }
                UWindow.await(update, worker);
                packed.await();
                for (int task = nextTask.getAndIncrement(); task < tasks.size(); task = nextTask.getAndIncrement()) {
                    step.run(update, worker, 96, tasks.get(task));
                }
                UWindow.await(update, worker);
                return null;
            }));
        }
        for (Future<?> future : running) {
            future.get();
        }
    }

    /** First column and width of tasks of random widths. */
    private List<int[]> tasks(int total, int most) {
        List<int[]> tasks = new ArrayList<>();
        for (int from = 0; from < total; from += tasks.getLast()[1]) {
            tasks.add(new int[] {from, Math.min(1 + random.nextInt(most), total - from)});
        }
        return tasks;
    }

    /** One panel's update, and what the oracle makes of it. */
    private final class Step {
        final Operand l1;
        final Operand l2;
        final Operand ut;
        final Operand at;
        final MemorySegment packed;
        private final Operand expectedUt;
        private final Operand expectedAt;

        Step(Arena arena, int m, int w, int jb) {
            l1 = Operand.triangular(arena, random, jb, Triangle.LOWER, Diagonal.UNIT);
            l2 = Operand.random(arena, random, m, jb);
            ut = Operand.random(arena, random, w, jb);
            at = Operand.random(arena, random, w, m);
            packed = arena.allocate(kernels.packedBytes(m, jb) + PanelUpdate.READ_AHEAD, 64);
            expectedUt = ut.copy(random);
            expectedAt = at.copy(random);
            oracle.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, l1.ref(), expectedUt.ref());
            oracle.dgemm(Transpose.NO, Transpose.YES, -1, expectedUt.ref(), l2.ref(), 1, expectedAt.ref());
        }

        int begin(PanelUpdate update) {
            return update.begin(l1.ref(), l2.ref(), packed);
        }

        MatrixRef ut(int from, int width) {
            return ut.ref().window(from, 0, width, ut.ref().cols());
        }

        MatrixRef at(int from, int width) {
            return at.ref().window(from, 0, width, at.ref().cols());
        }

        /** One column task, in the worker's own window. */
        void run(PanelUpdate update, int worker, int window, int[] task) {
            int column = worker * window;
            UWindow.solve(update, worker, column, ut(task[0], task[1]));
            int cut = at.ref().cols() / 2 / PanelUpdate.ROW_UNIT * PanelUpdate.ROW_UNIT;
            MatrixRef rows = at(task[0], task[1]);
            update.multiply(worker, column, 0, rows.window(0, 0, rows.rows(), cut));
            update.multiply(worker, column, cut, rows.window(0, cut, rows.rows(), rows.cols() - cut));
        }

        /** When all is done that so many workers have submitted. */
        void check(PanelUpdate update, int workers) {
            for (int worker = 0; worker < workers; worker++) {
                UWindow.await(update, worker);
            }
            String what = "m=" + l2.ref().rows() + " w=" + ut.ref().rows() + " jb=" + ut.ref().cols();
            ut.assertClose(expectedUt, 1e-14 * (ut.ref().cols() + 2), "U, " + what);
            at.assertClose(expectedAt, 1e-14 * (ut.ref().cols() + 2), "A, " + what);
            l1.assertFrameUntouched();
            l2.assertFrameUntouched();
        }
    }
}
