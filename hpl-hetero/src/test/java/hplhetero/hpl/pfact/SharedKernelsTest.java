package hplhetero.hpl.pfact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.Transpose;
import hplhetero.blas.VectorRef;
import hplhetero.comm.Activity;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.TaskBatch.Queue;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Work that a team shares, compared with one thread's, while workers outside of the team have a batch. */
@Timeout(300)
class SharedKernelsTest {
    private static final int ROWS = 30_000;
    private static final int NB = 24;
    private static final DenseKernels VECTOR = World.kernels("vector");

    @AutoClose
    private final WorkerPool pool = new WorkerPool(4, "shared", true, new Activity());
    private final Random random = new Random(5);
    private final AtomicLong busy = new AtomicLong();
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final DenseKernels shared = SharedKernels.of(noted(), pool, new PhaseTimers(4));

    SharedKernelsTest() {
        pool.team().form(2, 3);
    }

    /** The vector kernels; their calls are kept. */
    private DenseKernels noted() {
        return (DenseKernels) Proxy.newProxyInstance(SharedKernelsTest.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return method.invoke(VECTOR, arguments);
                });
    }

    /** The rank's thread and workers 2 and 3 share what is long enough, and nothing else. */
    @Test
    void shouldCutLongWorkIntoAPartForEachThreadThatIsFree() {
        for (int rows : new int[] {100, ROWS}) {
            int parts = rows == ROWS ? 3 : 1;
            MatrixRef a = matrix(rows, NB, rows);
            MatrixRef b = matrix(NB, 9, NB);
            MatrixRef c = matrix(rows, 9, rows);
            calls.clear();
            shared.dgemm(Transpose.NO, Transpose.NO, -1, a, b, 1, c);
            shared.dgemv(Transpose.NO, -1, a, b.column(0, 0, NB), 1, c.column(0, 1, rows));
            shared.dger(-1, a.column(0, 2, rows), b.row(3, 0, 9), c);
            shared.dscal(0.3, c.column(0, 4, rows));
            shared.idamax(c.column(0, 5, rows));
            for (String kernel : List.of("dgemm", "dgemv", "dger", "dscal", "idamax")) {
                assertThat(Collections.frequency(calls, kernel)).as("%s of %d rows", kernel, rows).isEqualTo(parts);
            }
        }
    }

    private MatrixRef matrix(int rows, int cols, int ld) {
        MatrixRef made = new MatrixRef(Arena.ofAuto().allocate(8L * ld * cols, 64), 0, rows, cols, ld);
        for (int j = 0; j < cols; j++) {
            for (int i = 0; i < rows; i++) {
                made.set(i, j, random.nextDouble() - 0.5);
            }
        }
        return made;
    }

    private static MatrixRef copy(MatrixRef a) {
        MemorySegment memory = Arena.ofAuto().allocate(a.segment().byteSize(), 64).copyFrom(a.segment());
        return new MatrixRef(memory, a.offset(), a.rows(), a.cols(), a.ld());
    }

    private static void assertSame(MatrixRef one, MatrixRef other) {
        assertThat(one.segment().mismatch(other.segment())).isEqualTo(-1);
    }

    @Test
    void shouldComputeWhatOneThreadComputes() {
        assertThat(shared).isInstanceOf(SharedKernels.class);
        for (int rows : new int[] {0, 1, 7, 500, 3_001, ROWS}) {
            MatrixRef a = matrix(rows, NB, rows + 3);
            MatrixRef b = matrix(NB, 9, NB);
            MatrixRef c = matrix(rows, 9, rows + 1);
            MatrixRef other = copy(c);
            VectorRef x = b.column(0, 0, NB);
            shared.dgemm(Transpose.NO, Transpose.NO, -1, a, b, 1, c);
            VECTOR.dgemm(Transpose.NO, Transpose.NO, -1, a, b, 1, other);
            assertSame(c, other);
            shared.dgemv(Transpose.NO, -1, a, x, 1, c.column(0, 1, rows));
            VECTOR.dgemv(Transpose.NO, -1, a, x, 1, other.column(0, 1, rows));
            assertSame(c, other);
            shared.dger(-1, a.column(0, 2, rows), b.row(3, 0, 9), c);
            VECTOR.dger(-1, a.column(0, 2, rows), b.row(3, 0, 9), other);
            assertSame(c, other);
            shared.dscal(0.3, c.column(0, 4, rows));
            VECTOR.dscal(0.3, other.column(0, 4, rows));
            assertSame(c, other);
            assertThat(shared.idamax(c.column(0, 5, rows))).isEqualTo(VECTOR.idamax(other.column(0, 5, rows)));
        }
    }

    /** The first of equals, whoever has it. */
    @Test
    void shouldFindTheFirstOfTheLargest() {
        MatrixRef a = matrix(ROWS, 1, ROWS);
        for (int at : new int[] {ROWS - 1, 23_000, 20_001, 19_999, 1_234, 0}) {
            a.set(at, 0, -7);
            assertThat(shared.idamax(a.column(0, 0, ROWS))).isEqualTo(at);
        }
    }

    @ParameterizedTest
    @EnumSource(Factorization.class)
    void shouldFactorPanelsWhileOthersUpdate(Factorization order) {
        MatrixRef a = matrix(ROWS, NB, ROWS + 8);
        PanelVariant variant = new PanelVariant(order, 2, order, 4);
        pool.startOutsideTeam(List.of(new Queue(1 << 20, 4, (task, worker) -> busy.incrementAndGet())));
        MatrixRef[] mine = {copy(a), copy(a)};
        int[][] pivots = {factor(mine[0], shared, variant), factor(mine[1], VECTOR, variant)};
        pool.finish(() -> false);
        assertSame(mine[0], mine[1]);
        assertThat(pivots[0]).isEqualTo(pivots[1]);
        assertThat(busy.get()).isEqualTo(1 << 20);
    }

    private static int[] factor(MatrixRef rows, DenseKernels kernels, PanelVariant variant) {
        Arena arena = Arena.ofAuto();
        VirtualGrid alone = new VirtualGrid(1, 1, new int[] {0});
        LocalLayout layout = new LocalLayout(new BlockMap(ROWS, NB, alone, new int[(ROWS + NB - 1) / NB], new int[(ROWS + NB) / NB]), 0);
        MatrixRef l1 = new MatrixRef(arena.allocate(8L * NB * NB, 64), 0, NB, NB, NB);
        int[] ipiv = new int[NB];
        PanelBlock block = new PanelBlock(0, rows, l1, ipiv, layout.rowSets().getFirst().rows(), NB, 0, new long[1]);
        Pivoting pivoting = new Pivoting(kernels, null, 1, NB, 0, 0, new ProgressLoop(), arena);
        assertThat(new PanelFactorization(kernels, variant, new PhaseTimers(1)).factor(block, pivoting)).isZero();
        return ipiv;
    }

    @Test
    void shouldShareAgainAfterAllHaveGoneToSleep() {
        for (int turn = 0; turn < 20; turn++) {
            AtomicIntegerArray runs = new AtomicIntegerArray(3);
            pool.team().share(3, (part, worker) -> runs.incrementAndGet(part));
            for (int part = 0; part < 3; part++) {
                assertThat(runs.get(part)).isEqualTo(1);
            }
            for (int parts = 1; parts <= 3; parts++) {
                pool.team().share(parts, (part, worker) -> busy.addAndGet(1_000_000));
            }
            while (turn % 3 == 0 && !allSleep()) {
                Thread.yield();
            }
            pool.run(50, (task, worker) -> busy.incrementAndGet(), () -> false);
        }
        assertThat(busy.get()).isEqualTo(20 * 6 * 1_000_000 + 1_000);
    }

    private static boolean allSleep() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("shared-worker-"))
                .allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }

    @Test
    void shouldTellOfAPartThatFailed() {
        pool.team().form(1, 4);
        assertThatIllegalStateException().isThrownBy(() -> pool.team().share(4, (part, worker) -> {
            assertThat(worker).isEqualTo(part);
            if (part == 3) {
                throw new IllegalArgumentException("part 3");
            }
        })).withMessageContaining("part 3");
    }

    @Test
    void shouldNotShareWhereOthersWantTheCores() {
        try (WorkerPool busyHost = new WorkerPool(4, "shared", false, new Activity());
                WorkerPool alone = new WorkerPool(1, "alone", true, new Activity())) {
            assertThat(SharedKernels.of(VECTOR, busyHost, new PhaseTimers(4))).isSameAs(VECTOR);
            assertThat(SharedKernels.of(VECTOR, alone, new PhaseTimers(1))).isSameAs(VECTOR);
        }
    }

    @Test
    void shouldLeaveAllToTheRanksThreadWhereItIsTheTeam() {
        pool.team().form(4, 1);
        MatrixRef a = matrix(ROWS, NB, ROWS + 8);
        shared.idamax(a.column(0, 0, ROWS));
        assertThat(calls).containsExactly("idamax");
    }
}
