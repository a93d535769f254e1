package hplhetero.hpl.pfact.place;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.pfact.PanelBlock;
import hplhetero.hpl.pfact.PanelFactorization;
import hplhetero.hpl.pfact.Pivoting;
import hplhetero.hpl.pfact.SharedKernels;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * A panel that one rank has alone, without a matrix behind it, which the rank's device and the rank's workers factor in turn. Nothing is
 * updated meanwhile. Owner: the rank's thread.
 */
final class PanelProbe implements PanelRace.Contest {
    private static final long[] NO_WORD = {};

    private final int nb;
    private final boolean alone;
    private final WorkerPool pool;
    private final LongSupplier nanoTime;
    private final LocalLayout layout;
    private final Panel panel;
    /** Random elements of the tallest panel, column-major, from which each panel is copied before it is factored. */
    private final MatrixRef source;
    private final PanelUpdate update;
    private final MemorySegment packed;
    private final PanelFactorization factorization;
    private final Pivoting pivoting;
    private final int[] ipiv;

    /**
     * Takes the memory of the panel, on the host and on the device.
     *
     * @param rows     rows of the tallest panel, &gt;= nb
     * @param nb       columns of the panel
     * @param variant  how the host's workers factor panels
     * @param alone    whether the device factors a panel by itself; else it trades the pivot of each column with this rank
     * @param kernels  kernels of a device
     * @param nanoTime the clock that panels are timed by, in nanoseconds
     * @throws OutOfMemoryError where the host or the device has too little memory left
     */
    PanelProbe(int rows, int nb, PanelVariant variant, boolean alone, DenseKernels kernels, WorkerPool pool, LongSupplier nanoTime,
            Arena arena) {
        this.nb = nb;
        this.alone = alone;
        this.pool = pool;
        this.nanoTime = nanoTime;
        VirtualGrid grid = new VirtualGrid(1, 1, new int[] {0});
        layout = new LocalLayout(new BlockMap(rows, nb, grid, new int[Math.ceilDiv(rows, nb)], new int[Math.ceilDiv(rows + 1, nb)]), 0);
        panel = new Panel(layout, List.of(new Panel.RowLink(0, new int[] {0}, null)), 0, kernels, false, arena);
        source = new MatrixRef(OffHeap.allocate(arena, 8L * rows * nb), 0, rows, nb, rows);
        update = kernels.panelUpdate(rows, Math.ceilDiv(nb, PanelUpdate.COLUMN_UNIT) * PanelUpdate.COLUMN_UNIT, nb, 1, arena);
        packed = OffHeap.allocate(arena, kernels.packedBytes(rows, nb) + PanelUpdate.READ_AHEAD);
        PhaseTimers timers = new PhaseTimers(pool.workers());
        DenseKernels shared = SharedKernels.of(kernels, pool, timers);
        factorization = new PanelFactorization(shared, variant, timers);
        pivoting = new Pivoting(shared, null, 1, nb, 0, 0, new ProgressLoop(), arena);
        kernels.pin(pivoting.memory(), arena);
        ipiv = new int[nb];
        int submitting = kernels.updateWorkers(pool.workers());
        pool.team().form(submitting, pool.workers() - submitting + 1);
        byColumns(nb, j -> {
            SplittableRandom random = new SplittableRandom(j);
            for (int i = 0; i < rows; i++) {
                source.set(i, j, random.nextDouble() - 0.5);
            }
        });
    }

    /** Does something for each column, by all workers. */
    private void byColumns(int columns, IntConsumer work) {
        pool.run(columns, (column, worker) -> work.accept(column), () -> false);
    }

    /** Returns whether the device can factor panels, trading pivots where it has to. */
    boolean factors() {
        return alone ? update.factors() : update.factors(pivoting.trade(block(0)));
    }

    /** Returns the panel with block column {@code k} on the left, with the elements of the one before. */
    private PanelBlock block(int k) {
        panel.assign(k);
        return new PanelBlock(k, panel.work(0), panel.l1(), ipiv, layout.rowSets().getFirst().rows(), nb, 0, NO_WORD);
    }

    /** Returns a panel of about so many rows, as many whole blocks as there are, with new elements. */
    private PanelBlock filled(int rows) {
        int n = layout.map().n();
        PanelBlock block = block(Math.clamp((n - rows) / nb, 0, n / nb - 1));
        MatrixRef a = block.rows();
        byColumns(nb, j -> OffHeap.copy(source.column(0, j, a.rows()).address(), a.column(0, j, a.rows()).address(), 8L * a.rows()));
        return block;
    }

    private double since(long clock) {
        return (nanoTime.getAsLong() - clock) * 1e-9;
    }

    private void await() {
        while (!update.submitted(0).poll()) {
            Thread.onSpinWait();
        }
    }

    /** Sends a factored panel to the device, and returns the seconds that this takes. */
    private double sent(PanelBlock block) {
        MatrixRef a = block.rows();
        long clock = nanoTime.getAsLong();
        for (int task = update.begin(block.l1(), a.window(nb, 0, a.rows() - nb, nb), packed) - 1; task >= 0; task--) {
            update.pack(0, task);
        }
        await();
        return since(clock);
    }

    /** Leaves out the time in which the device gets the panel, as a run has its panels on the device. */
    @Override
    public double byDevice(int rows) {
        PanelBlock block = filled(rows);
        long clock = nanoTime.getAsLong();
        update.takeNext(0, block.rows());
        if (alone) {
            update.factorNext(0, block.rows());
            await();
            update.pivots(ipiv, nb);
        } else {
            update.factorShared(0, block.rows(), pivoting.trade(block));
            await();
        }
        double seconds = since(clock);
        return Math.max(0, seconds - sent(block));
    }

    /** Counts the copy to the device twice: the copy from the device, which comes first in a run, takes as long. */
    @Override
    public double byHost(int rows) {
        PanelBlock block = filled(rows);
        long clock = nanoTime.getAsLong();
        factorization.factor(block, pivoting);
        double seconds = since(clock);
        return seconds + 2 * sent(block);
    }
}
