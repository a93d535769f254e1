package hplhetero.hpl.pfact;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.comm.Communicator;
import hplhetero.comm.ProgressLoop;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.timing.PhaseTimers;
import java.lang.foreign.Arena;
import java.util.stream.IntStream;

/** One rank's part in the factorization of a sample panel. */
final class PanelRank {
    private static final long WORD = 0x7ff8_0000_0000_0000L;
    private static final DenseKernels KERNELS = World.kernels("vector");
    private static final int TAG = 1;
    private static final double TOLERANCE = 1e-10;

    private final Communicator column;
    private final SamplePanel task;
    private final PanelVariant variant;
    /** Kernels whose device factors this rank's rows; null where the host does. */
    private final DenseKernels device;
    private final BlockMap map;
    private final BlockList blocks;
    private final int[] ipiv;
    private final long[] word;
    private MatrixRef rows;
    private MatrixRef l1;

    PanelRank(Communicator column, SamplePanel task, PanelVariant variant) {
        this(column, task, variant, null);
    }

    PanelRank(Communicator column, SamplePanel task, PanelVariant variant, DenseKernels device) {
        this.device = device;
        this.column = column;
        this.task = task;
        this.variant = variant;
        HplCase c = Cases.of(task.n(), task.nb()).grid(column.size(), 1).make();
        map = BlockMap.of(c);
        blocks = new LocalLayout(map, column.rank()).rowSets().getFirst().rows();
        ipiv = new int[task.nb()];
        word = new long[] {WORD + column.rank()};
    }

    int factor() {
        try (Arena arena = Arena.ofShared()) {
            return factor(arena);
        }
    }

    private int factor(Arena arena) {
        int m = blocks.size() - blocks.start(task.k());
        int ld = m + 3;
        rows = new MatrixRef(arena.allocate(8L * ld * task.jb(), 64), 0, m, task.jb(), ld);
        l1 = new MatrixRef(arena.allocate(8L * (task.jb() + 2) * task.jb(), 64), 0, task.jb(), task.jb(), task.jb() + 2);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < task.jb(); j++) {
                rows.set(i, j, task.a()[global(i)][j]);
            }
        }
        PanelBlock block = new PanelBlock(task.k(), rows, l1, ipiv, blocks, task.nb(), map.owner(task.k(), 0), word);
        Pivoting pivoting = new Pivoting(KERNELS, CollectiveAlgorithms.of(column), column.size(), task.nb(), 1, TAG, new ProgressLoop(),
                arena);
        return device == null || m == 0 ? new PanelFactorization(KERNELS, variant, new PhaseTimers(1)).factor(block, pivoting)
                : factorOnDevice(block, pivoting, arena);
    }

    private int factorOnDevice(PanelBlock block, Pivoting pivoting, Arena arena) {
        device.pin(pivoting.memory(), arena);
        PanelUpdate update = device.panelUpdate(rows.rows(), PanelUpdate.COLUMN_UNIT, task.nb(), 1, arena);
        Pivoting.Trade trade = pivoting.trade(block);
        if (!update.factors(trade)) {
            throw new AssertionError("the device does not factor panels");
        }
        update.takeNext(0, rows);
        update.factorShared(0, rows, trade);
        Completion done = update.submitted(0);
        while (!done.poll()) {
            Thread.onSpinWait();
        }
        return trade.zeroPivot();
    }

    /** Returns the row that each column's row was swapped with, counted from the top of the panel. */
    IntStream pivots() {
        return IntStream.of(ipiv).limit(task.jb()).map(p -> p - task.k() * task.nb());
    }

    /** Row of the panel of this rank's row i. */
    private int global(int i) {
        return blocks.global(blocks.start(task.k()) + i) - task.k() * task.nb();
    }

    void check() {
        try (Arena arena = Arena.ofShared()) {
            check(arena);
        }
    }

    private void check(Arena arena) {
        int zero = factor(arena);
        String what = variant + " " + task.a().length + "x" + task.jb() + " rank " + column.rank() + " of " + column.size();
        if (zero != 0) {
            throw new AssertionError(what + ": zero pivot " + zero);
        }
        assertThat(pivots()).as(what).containsExactly(task.pivots());
        assertThat(word[0] - WORD).as(what + ": of the first pivot's owner, to all").isEqualTo(map.owner(ipiv[0] / task.nb(), 0));
        for (int i = 0; i < task.jb(); i++) {
            for (int j = 0; j < task.jb(); j++) {
                near(l1.get(i, j), task.oracle().get(i, j), what + ": L1 " + i + "," + j);
            }
        }
        for (int i = 0; i < rows.rows(); i++) {
            for (int j = 0; j < task.jb() && global(i) >= task.jb(); j++) {
                near(rows.get(i, j), task.oracle().get(global(i), j), what + ": L2 " + i + "," + j);
            }
        }
    }

    private static void near(double actual, double expected, String what) {
        if (!(Math.abs(actual - expected) < TOLERANCE)) {
            throw new AssertionError(what + " is " + actual + " instead of " + expected);
        }
    }
}
