package hplhetero.hpl.update;

import hplhetero.blas.Completion;
import hplhetero.blas.PanelUpdate;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** The work of one worker on some columns of a step: fetching swapped rows, triangular solve and product; and how a worker waits. */
final class ColumnWork {
    /** Number of the lane of the columns that workers update beside a device. */
    static final int HOST_LANE = 1;

    private final WorkerPool pool;
    private final PhaseTimers timers;
    /** Number of the rank's lanes. The last one is that of the host's kernels, where the host computes. */
    private final int lanes;
    /**
     * Whether a worker that waits for a device does tasks of the lane beside the device meanwhile. Workers do so where none are left for
     * this lane alone.
     */
    private final boolean helps;
    /** Number of parts of the current step whose swapped rows are there. Written by the rank's thread. */
    private final AtomicInteger ready = new AtomicInteger();
    /**
     * Operations of a product after which the rank's own thread looks at messages: as many as it does in
     * {@link TrailingUpdate#PART_SECONDS} seconds, and at most {@link TrailingUpdate#PART_FLOP}. Written by the rank's thread.
     */
    private double partFlop = TrailingUpdate.PART_FLOP;

    ColumnWork(WorkerPool pool, PhaseTimers timers, int lanes, boolean helps) {
        this.pool = pool;
        this.timers = timers;
        this.lanes = lanes;
        this.helps = helps;
    }

    /** Returns whether workers that wait for a device do tasks of the lane beside it meanwhile. */
    boolean helps() {
        return helps;
    }

    /** Sets the number of parts whose swapped rows are there. */
    void setReady(int parts) {
        ready.set(parts);
    }

    /** Notes that the swapped rows of the next part are there. */
    void nextReady() {
        ready.incrementAndGet();
    }

    /** Waits until the swapped rows of a part are there. */
    void awaitReady(int part, int worker, BooleanSupplier between) {
        for (int idle = 0; ready.get() <= part; idle++) {
            idle(idle, worker, between);
        }
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
        long clock = timers.now();
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
     * at column {@code u} of the work space. Waits for the end, unless the lane may leave it to a device.
     */
    void multiply(Step step, int column, int width, int u, int from, int rows, int worker, BooleanSupplier between) {
        int behind = from + rows;
        for (int i = from, height; i < behind; i += height) {
            int part = worker == 0 && between.getAsBoolean() ? partRows(step, width) : behind - i;
            height = Math.min(part, behind - i);
            long clock = timers.now();
            step.update.multiply(worker, u, i, step.a.transposed(step.below + i, column, height, width));
            if (helps && step.lane.number() < HOST_LANE) {
                clock = help(step.update, worker, clock);
            }
            if (!step.lane.leaves()) {
                await(step.update, worker, between);
            }
            long end = timers.add(worker, Phase.DGEMM, clock);
            if (worker == 0 && step.lane.number() == lanes - 1) {
                double flops = 2.0 * height * width * step.jb;
                partFlop = Math.min(TrailingUpdate.PART_FLOP, flops * TrailingUpdate.PART_SECONDS * 1e9 / (end - clock));
            }
        }
    }

    /**
     * Does tasks of the lane beside a device while the device is busy.
     *
     * @param update update to which the worker has submitted work
     * @param worker number of the calling worker
     * @param since  time at which the worker began to wait, by the clock of the rank's timers
     * @return time from which the worker does nothing but wait
     */
    private long help(PanelUpdate update, int worker, long since) {
        Completion submitted = update.submitted(worker);
        long clock = since;
        while (pool.hasTasks(HOST_LANE) && !submitted.poll()) {
            timers.add(worker, Phase.DGEMM, clock);
            pool.take(HOST_LANE, worker);
            clock = timers.now();
        }
        return clock;
    }

    private int partRows(Step step, int width) {
        int rows = (int) (partFlop / (2.0 * step.jb * Math.max(1, width)));
        return Math.max(step.lane.leastPartRows(), rows / PanelUpdate.ROW_UNIT * PanelUpdate.ROW_UNIT);
    }

    /** Waits until everything that a worker has submitted is done. With the host's kernels it is done at once. */
    void await(PanelUpdate update, int worker, BooleanSupplier between) {
        await(update.submitted(worker), worker, between);
    }

    /** Waits until submitted work is done; the parameters are those of {@link #idle}. */
    void await(Completion submitted, int worker, BooleanSupplier between) {
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

    /**
     * Passes a moment of a worker's waiting. Worker 0, the rank's own thread, looks at messages meanwhile. A waiting worker calls this
     * method again and again.
     *
     * @param idle    number of such calls before this one in the same wait
     * @param worker  number of the calling worker
     * @param between looks at messages
     */
    void idle(int idle, int worker, BooleanSupplier between) {
        if (worker == 0) {
            between.getAsBoolean();
        }
        pool.pause(idle);
    }
}
