package hplhetero.hpl.update;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.PanelUpdate;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.util.function.BooleanSupplier;

/** The work of one worker on some columns of a step: fetching swapped rows, triangular solve and product; and how a worker waits. */
final class ColumnWork {
    private final WorkerPool pool;
    private final PhaseTimers timers;
    private final HostColumns hosts;
    /**
     * Whether a worker that waits for a device updates the host's columns meanwhile. Workers do so where none are left for the host alone.
     */
    private final boolean helps;
    private final int leastPartRows;
    /**
     * Operations of a product after which the rank's own thread looks at messages: as many as it does in
     * {@link TrailingUpdate#PART_SECONDS} seconds, and at most {@link TrailingUpdate#PART_FLOP}. Written by the rank's thread.
     */
    private double partFlop = TrailingUpdate.PART_FLOP;

    ColumnWork(DenseKernels kernels, WorkerPool pool, PhaseTimers timers, HostColumns hosts) {
        this.pool = pool;
        this.timers = timers;
        this.hosts = hosts;
        helps = hosts.haveColumns() && kernels.updateWorkers(pool.workers()) == pool.workers();
        leastPartRows = kernels.leastPartRows();
    }

    /** Returns whether workers that wait for a device update the host's columns meanwhile. */
    boolean helps() {
        return helps;
    }

    /**
     * Fetches the swapped rows of some columns and solves them: U &lt;- L1^-1 U. The owner of the panel's block row stores the solved rows
     * of U in the local matrix.
     *
     * @param step   the step that the columns belong to
     * @param column first local column
     * @param width  number of columns
     * @param u      first of the columns of the work space for U
     * @param worker number of the calling worker
     * @return whether this rank has rows below the panel, to be updated with these columns of U
     */
    boolean solve(Step step, int column, int width, int u, int worker) {
        boolean needed = step.m > 0 || step.top >= 0;
        long clock = System.nanoTime();
        fetch(step.update, step.rows, 8L * (column - step.first), needed ? step.jb : 0, u, width, worker);
        clock = timers.add(worker, Phase.SWAP, clock);
        if (!needed) {
            return false;
        }
        step.update.solve(worker, u, width);
        clock = timers.add(worker, Phase.DTRSM, clock);
        if (step.top >= 0) {
            for (int i = 0; i < step.jb; i++) {
                step.update.store(worker, i, u, step.a.address(step.top + i, column), width);
            }
            timers.add(worker, Phase.SWAP, clock);
        }
        return step.m > 0;
    }

    /** Loads the rows of U, then moves the rows that leave block row k, since their new places may hold rows of U. */
    private static void fetch(PanelUpdate update, SwappedRows rows, long offset, int wanted, int u, int width, int worker) {
        for (int i = 0; i < wanted; i++) {
            update.load(worker, i, u, rows.u(i) + offset, width);
        }
        for (int r = 0; r < rows.moves(); r++) {
            update.move(worker, rows.from(r) + offset, rows.to(r) + offset, width);
        }
    }

    /**
     * Multiplies: A22 &lt;- A22 - L2 U, for rows {@code from} .. {@code from + rows - 1} below the panel and some columns, whose U begins
     * at column {@code u} of the work space.
     */
    void multiply(Step step, int column, int width, int u, int from, int rows, int worker, BooleanSupplier between) {
        int behind = from + rows;
        for (int i = from, height; i < behind; i += height) {
            int part = worker == 0 && between.getAsBoolean() ? partRows(step, width) : behind - i;
            height = Math.min(part, behind - i);
            long clock = System.nanoTime();
            step.update.multiply(worker, u, i, step.a.transposed(step.below + i, column, height, width));
            if (helps && !step.beside) {
                clock = help(step.update, worker, clock);
            }
            await(step.update, worker, between);
            long end = timers.add(worker, Phase.DGEMM, clock);
            if (worker == 0 && step.beside == hosts.haveColumns()) {
                double flops = 2.0 * height * width * step.jb;
                partFlop = Math.min(TrailingUpdate.PART_FLOP, flops * TrailingUpdate.PART_SECONDS * 1e9 / (end - clock));
            }
        }
    }

    /**
     * Updates columns of the host while a device is busy.
     *
     * @param update update to which the worker has submitted work
     * @param worker number of the calling worker
     * @param since  time at which the worker began to wait, as {@link System#nanoTime}
     * @return time from which the worker does nothing but wait
     */
    private long help(PanelUpdate update, int worker, long since) {
        Completion submitted = update.submitted(worker);
        long clock = since;
        while (pool.hasMore() && !submitted.poll()) {
            timers.add(worker, Phase.DGEMM, clock);
            pool.takeMore(worker);
            clock = System.nanoTime();
        }
        return clock;
    }

    private int partRows(Step step, int width) {
        int rows = (int) (partFlop / (2.0 * step.jb * Math.max(1, width)));
        return Math.max(step.beside ? hosts.leastPartRows() : leastPartRows, rows / PanelUpdate.ROW_UNIT * PanelUpdate.ROW_UNIT);
    }

    /** Waits until everything that a worker has submitted is done. With the host's kernels it is done at once. */
    void await(PanelUpdate update, int worker, BooleanSupplier between) {
        Completion submitted = update.submitted(worker);
        try {
            for (int idle = 0; !submitted.poll(); idle++) {
                idle(idle, worker, between);
            }
        } finally {
            // A worker that leaves for a failure elsewhere lets memory be freed that submitted work still uses.
            while (!submitted.poll()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Passes time while a worker waits. Called again and again, with the number of calls so far in {@code idle}. */
    void idle(int idle, int worker, BooleanSupplier between) {
        if (worker == 0) {
            between.getAsBoolean();
        }
        pool.pause(idle);
    }
}
