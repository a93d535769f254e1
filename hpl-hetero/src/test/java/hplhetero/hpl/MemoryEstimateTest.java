package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Activity;
import hplhetero.comm.Communicator;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.lu.GridCommunicators;
import hplhetero.hpl.lu.LuWorkspace;
import hplhetero.hpl.lu.StepMode;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.solve.BackSubstitution;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.verify.ResidualCheck;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What {@link CaseMemory#bytes} says against what is really taken from the arenas. */
class MemoryEstimateTest {
    private static final DenseKernels VECTOR = World.kernels("vector");
    /** Pieces from here on are mapped and would not be seen. */
    private static final long MAPPED = 8L << 20;

    /** An arena that counts. */
    private record Counting(Arena arena, AtomicLong bytes) implements Arena {

        @Override
        public MemorySegment allocate(long byteSize, long byteAlignment) {
            assertThat(byteSize).isLessThan(MAPPED);
            bytes.addAndGet(byteSize);
            return arena.allocate(byteSize, byteAlignment);
        }

        @Override
        public MemorySegment.Scope scope() {
            return arena.scope();
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    private static long taken(HplCase c, int workers, boolean sendPacked) {
        AtomicLong bytes = new AtomicLong();
        World.run(c.ranks(), ranks -> equip(c, workers, sendPacked, ranks, bytes));
        return bytes.get();
    }

    private static void equip(HplCase c, int workers, boolean sendPacked, Communicator ranks, AtomicLong bytes) {
        try (Arena arena = new Counting(Arena.ofShared(), bytes); WorkerPool pool = new WorkerPool(workers, "memory", false,
                new Activity())) {
            LocalLayout layout = new LocalLayout(BlockMap.of(c), ranks.rank());
            LocalMatrix[] matrices = layout.localColumns().stream().map(column -> LocalMatrix.allocate(column.column(), column.rowSet(),
                    layout.rowSets().get(column.rowSet()).rows(), column.cols(), arena)).toArray(LocalMatrix[]::new);
            PhaseTimers timers = new PhaseTimers(workers);
            new LuWorkspace(c, new StepMode(pool.workers() > 1, sendPacked && Solve.canSendPacked(VECTOR, layout.map()), false),
                    new GridCommunicators(ranks, layout, new int[ranks.size()]), layout, matrices, VECTOR, pool, timers,
                    StepLearner.of(c), PanelTimes.NONE, arena);
            new BackSubstitution(ranks, layout, matrices, VECTOR, pool, timers, arena);
            new ResidualCheck(ranks, pool, c.n(), arena);
        }
    }

    @Test
    void shouldEstimateNoLessThanIsTaken() {
        for (int n : new int[] {1, 200, 800}) {
            for (int nb : new int[] {1, 30, 64}) {
                List<Cases> layouts = new ArrayList<>(Solve.layouts(n, nb));
                // a whole virtual column, of rows that others share differently
                layouts.add(Cases.of(n, nb).grid(2, 2).map(Cases.cells("0,1,2/0,2,3/0,3,1/0,1,3")));
                for (Cases layout : layouts) {
                    HplCase c = layout.depth(n % 3).make();
                    assertThat(CaseMemory.bytes(c, 2)).as("%s", c).isGreaterThanOrEqualTo(taken(c, 2, false))
                            .isGreaterThanOrEqualTo(taken(c, 2, true));
                }
            }
        }
    }

    /** The estimate holds for every provider: for tasks as wide as a library's and for packed panels, which libraries do not keep. */
    @Test
    void shouldNotEstimateMuchMoreThanIsTaken() {
        for (Cases layout : Solve.layouts(900, 64)) {
            HplCase c = layout.make();
            assertThat((double) CaseMemory.bytes(c, 2)).as("%s", c).isLessThan(1.4 * taken(c, 2, false))
                    .isLessThan(1.4 * taken(c, 2, true));
        }
    }
}
