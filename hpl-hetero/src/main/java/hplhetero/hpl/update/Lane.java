package hplhetero.hpl.update;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/**
 * The update of some columns of a rank by one kind of kernels: these kernels, the panels prepared for them, the way in which the columns
 * are cut into tasks, and work space for U. A rank has one lane; a rank with a device may have a second one for the columns that its
 * workers update beside the device. Owner: the rank's thread; any workers run the tasks of a step.
 */
final class Lane {
    /**
     * The columns of a lane, which may change between two steps.
     *
     * @param begin returns the first column of a local matrix that is the lane's
     * @param end   returns the column behind the last one of a local matrix that is the lane's
     */
    record Range(IntUnaryOperator begin, IntUnaryOperator end) {
        int begin(int matrix) {
            return begin.applyAsInt(matrix);
        }

        int end(int matrix) {
            return end.applyAsInt(matrix);
        }
    }

    static final BooleanSupplier NOTHING_BETWEEN = () -> false;
    private static final int MANY = 1 << 20;

    private final int number;
    private final LocalMatrix[] matrices;
    private final Range range;
    private final ColumnWork work;
    private final PhaseTimers timers;
    /** Number of the workers that submit updates to the kernels: workers 0 .. workers - 1. */
    private final int workers;
    private final boolean device;
    /**
     * Whether a worker leaves a task to the device, and the next step's tasks follow it there. Where workers update columns beside a
     * device, they wait, since the time of the device's part decides how many columns are theirs.
     */
    private final boolean leaves;
    /** Whether a worker has left a task of the current step to the device, indexed by worker, who writes it. */
    private final boolean[] leftTask;
    private final int leastPartRows;
    /** Updates with the panel of a slot, indexed by slot, then row set. */
    private final PanelUpdate[][] updates;
    /** Number of the panel that was prepared early, or -1, indexed by slot, then row set. */
    private final int[][] preparedEarly;
    private final StepTasks tasks;
    private final UWorkspace workspace;
    /** The products that workers without a task take rows of; null where they do not. */
    private final OpenProducts open;
    /** Parts of the current step, in the order of its columns. */
    private Step[] steps;
    /** Number of columns of U not yet solved, where the product is cut by rows. */
    private final AtomicInteger unsolved = new AtomicInteger();
    /** Number of pack tasks of the current panel that are left to the step, indexed by row set. */
    private final int[] packs;
    private int packsLeft;
    /** Number of the pack tasks left to the step that are not done. */
    private final AtomicInteger unpacked = new AtomicInteger();
    private int slot;

    /**
     * Makes a lane, and takes its memory.
     *
     * @param number  number of the lane, which is also that of its queue in a batch
     * @param range   columns of the lane
     * @param kernels what updates these columns
     * @param tasks   how the columns are cut
     * @param slots   number of panels that may be in use at once
     * @param workers number of the rank's workers
     * @param alone   whether this is the rank's only lane
     */
    Lane(int number, LocalLayout layout, LocalMatrix[] matrices, Range range, DenseKernels kernels, UpdateTasks tasks, int slots,
            int workers, boolean alone, ColumnWork work, PhaseTimers timers, Arena arena) {
        this.number = number;
        this.matrices = matrices;
        this.range = range;
        this.work = work;
        this.timers = timers;
        this.workers = kernels.updateWorkers(workers);
        device = kernels.updateWorkers(MANY) < MANY;
        leaves = alone && device;
        leftTask = new boolean[workers];
        leastPartRows = kernels.leastPartRows();
        this.tasks = new StepTasks(tasks, this.workers);
        workspace = UWorkspace.of(layout, tasks, this.workers);
        boolean shares = alone && !device && this.workers > 1 && tasks.cut() == UpdateTasks.Cut.COLUMNS;
        open = shares ? new OpenProducts(work, this.workers, leastPartRows) : null;
        int nb = layout.map().nb();
        packs = new int[layout.rowSets().size()];
        preparedEarly = new int[slots][packs.length];
        Arrays.stream(preparedEarly).forEach(each -> Arrays.fill(each, -1));
        updates = new PanelUpdate[slots][packs.length];
        for (PanelUpdate[] each : updates) {
            for (int s = 0; s < each.length; s++) {
                each[s] = kernels.panelUpdate(layout.rowSets().get(s).rows().size(), workspace.columns(nb), nb, this.workers, arena);
            }
        }
    }

    int number() {
        return number;
    }

    int workers() {
        return workers;
    }

    /** Returns whether the kernels are a device's: the rank's thread then prepares panels while the device updates. */
    boolean isDevice() {
        return device;
    }

    /** Returns whether the end of a task may be left to the device. */
    boolean leaves() {
        return leaves;
    }

    int leastPartRows() {
        return leastPartRows;
    }

    /** Returns whether the lane's kernels factor panels whose rows are all this rank's. */
    boolean factors() {
        return updates[0][0].factors();
    }

    /** Returns whether the lane's kernels factor this rank's rows of panels, whose pivots it trades with other ranks. */
    boolean factors(PivotTrade trade) {
        return updates[0][0].factors(trade);
    }

    /** Returns the update with the panel in a slot for a row set. */
    PanelUpdate update(int slot, int rowSet) {
        return updates[slot][rowSet];
    }

    /** Returns whether a column of a local matrix is the lane's. */
    boolean has(int matrix, int column) {
        return column >= range.begin(matrix) && column < range.end(matrix);
    }

    /**
     * Returns whether the lane has columns to update with a panel's rows of a row set.
     *
     * @param first returns the first column that is still to be updated of a local matrix
     */
    boolean hasSome(int rowSet, IntUnaryOperator first) {
        for (int s = 0; s < matrices.length; s++) {
            int end = Math.min(range.end(s), matrices[s].cols().size());
            if (matrices[s].rowSet() == rowSet && Math.max(first.applyAsInt(s), range.begin(s)) < end) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the first column that is still to be updated of some local matrix of a row set is the lane's. */
    boolean hasNext(int rowSet, IntUnaryOperator first) {
        for (int s = 0; s < matrices.length; s++) {
            int column = first.applyAsInt(s);
            if (matrices[s].rowSet() == rowSet && column < matrices[s].cols().size() && has(s, column)) {
                return true;
            }
        }
        return false;
    }

    private int from(TrailingUpdate.Columns part) {
        return Math.clamp(range.begin(part.matrix()), part.first(), part.first() + part.count());
    }

    /** Returns the number of a part's columns that are the lane's. */
    private int count(TrailingUpdate.Columns part) {
        return Math.clamp(range.end(part.matrix()), from(part), part.first() + part.count()) - from(part);
    }

    /** Returns the number of tasks of the current step that have work of their own. */
    int count() {
        return packsLeft + tasks.count();
    }

    /** Returns the number of tasks of the current step behind {@link #count}, which take rows of other tasks' products. */
    int helpers() {
        return open == null ? 0 : workers;
    }

    /** Returns the multiply-adds of the products of the current step. */
    double multiplyAdds() {
        double sum = 0;
        for (int task = 0; task < tasks.count(); task++) {
            Step step = steps[tasks.part(task)];
            sum += (double) tasks.width(task) * step.m * step.jb;
        }
        return sum;
    }

    /**
     * Sets a panel for the updates of a row set.
     *
     * @return number of pack tasks left, none where this rank has packed the panel already
     */
    int begin(Panel panel, int slot, int rowSet) {
        if (preparedEarly[slot][rowSet] == panel.k()) {
            return 0;
        }
        PanelUpdate update = updates[slot][rowSet];
        MatrixRef l2 = panel.l2(rowSet);
        if (!panel.isSentPacked()) {
            return update.begin(panel.l1(), l2, panel.packed(rowSet));
        }
        return panel.isFactoredHere(rowSet) ? 0 : update.beginPacked(panel.l1(), l2.rows(), panel.packed(rowSet));
    }

    /** Returns the number of pack tasks of a row set that are left to the next step. */
    int packs(int rowSet) {
        return packs[rowSet];
    }

    /** Leaves pack tasks of a row set to the next step. */
    void leavePacks(int rowSet, int count) {
        packs[rowSet] = count;
    }

    /** Does a pack task of the panel in a slot for a row set. */
    void pack(int slot, int rowSet, int task, int worker) {
        PanelUpdate update = updates[slot][rowSet];
        long clock = timers.now();
        update.pack(worker, task);
        work.await(update, worker, NOTHING_BETWEEN);
        timers.add(worker, Phase.PACK, clock);
    }

    /** Prepares the panel in a slot for a row set on the calling thread, by all of its pack tasks. */
    void packAlone(int slot, int rowSet, int count) {
        for (int task = 0; task < count; task++) {
            updates[slot][rowSet].pack(0, task);
        }
        work.await(updates[slot][rowSet], 0, NOTHING_BETWEEN);
    }

    /** Packs a panel that this rank has factored on the calling thread, whether or not the panel was packed before. */
    void packOwn(Panel panel, int slot, int rowSet) {
        packAlone(slot, rowSet, updates[slot][rowSet].begin(panel.l1(), panel.l2(rowSet), panel.packed(rowSet)));
    }

    /** Returns whether a panel's packed L2 is not what packing L2 makes; false where it was sent packed, or is not packed at all. */
    boolean isDamaged(Panel panel, int slot, int rowSet, Arena arena) {
        long bytes = panel.packedBytes(rowSet);
        if (device || panel.isSentPacked() || bytes == 0) {
            return false;
        }
        MemorySegment again = OffHeap.allocate(arena, bytes + PanelUpdate.READ_AHEAD);
        MemorySegment packed = panel.packed(rowSet).asSlice(0, bytes);
        // Where packing leaves gaps, both have the same bytes in them.
        MemorySegment.copy(packed, 0, again, 0, bytes);
        packAlone(slot, rowSet, updates[slot][rowSet].begin(panel.l1(), panel.l2(rowSet), again));
        return again.asSlice(0, bytes).mismatch(packed) >= 0;
    }

    /** Takes a panel over for a row set from the update that has factored it, in place of pack tasks. */
    void adopt(Panel panel, int slot, int rowSet, PanelUpdate factored) {
        PanelUpdate update = updates[slot][rowSet];
        update.begin(panel.l1(), panel.l2(rowSet), panel.packed(rowSet));
        update.adopt(0, factored);
        if (!leaves || !update.leave(0)) {
            work.await(update, 0, NOTHING_BETWEEN);
        }
    }

    /** Has the updates with the panel in a slot begin on a device behind all that was left to it. */
    void follow(int slot) {
        for (PanelUpdate update : updates[slot]) {
            update.follow();
        }
    }

    /** Waits until everything is done that was left to a device. */
    void settle(BooleanSupplier between) {
        for (PanelUpdate[] each : updates) {
            for (PanelUpdate update : each) {
                for (int worker = 0; worker < workers; worker++) {
                    // the rank's thread waits, for whichever worker
                    work.await(update.submitted(worker), 0, between);
                }
            }
        }
    }

    /** Notes whether a panel that this rank has just factored is packed, so that it is not packed again. */
    void preparedEarly(Panel panel, int slot, int rowSet, boolean packed) {
        preparedEarly[slot][rowSet] = packed ? panel.k() : -1;
    }

    /** Returns the step of columns that go ahead of the others, from {@code column} on. */
    Step ahead(int matrix, Panel panel, int slot, SwappedRows rows, int column) {
        LocalMatrix a = matrices[matrix];
        return new Step(this, a, panel, column, workspace.ahead(), rows, updates[slot][a.rowSet()]);
    }

    /**
     * Cuts the lane's columns of a step into tasks.
     *
     * @param parts parts of the step, of which the lane takes its own columns
     */
    void cut(Panel panel, int slot, List<TrailingUpdate.Columns> parts) {
        this.slot = slot;
        Arrays.fill(leftTask, false);
        packsLeft = Arrays.stream(packs).sum();
        unpacked.set(packsLeft);
        steps = new Step[parts.size()];
        int left = parts.stream().mapToInt(this::count).sum();
        unsolved.set(left);
        tasks.clear();
        for (int p = 0; p < steps.length; p++) {
            TrailingUpdate.Columns part = parts.get(p);
            LocalMatrix a = matrices[part.matrix()];
            steps[p] = new Step(this, a, panel, part.first(), workspace.of(part), part.rows(), updates[slot][a.rowSet()]);
            left = tasks.columns(p, from(part), count(part), steps[p].m, left);
        }
        if (open != null) {
            open.begin(tasks.count());
        }
        for (int p = 0, columns = 0; p < steps.length; p++) {
            // The rows are cut for all columns of a local matrix together, since each product packs L2 anew.
            columns += count(parts.get(p));
            if (p + 1 == steps.length || parts.get(p + 1).before() == 0) {
                tasks.rows(p, parts.get(p).first() - parts.get(p).before(), columns, steps[p].m);
                columns = 0;
            }
        }
    }

    /**
     * Does a task of the current step: a pack task that was left to the step, the update of some columns, or from number {@link #count} on
     * help with other tasks.
     */
    void run(int task, int worker, BooleanSupplier between) {
        if (task < packsLeft) {
            packLeft(task, worker);
        } else if (task >= count()) {
            open.help(worker, between);
        } else {
            int own = task - packsLeft;
            Step step = steps[tasks.part(own)];
            try {
                if (leftTask[worker]) {
                    // one task of each worker at a time, besides those of the last step
                    awaitDevice(step, worker, between);
                }
                leftTask[worker] = false;
                for (int idle = 0; unpacked.get() > 0; idle++) {
                    work.idle(idle, worker, between);
                }
                update(step, own, worker, between);
                leftTask[worker] = leaves && step.update.leave(worker);
                if (leaves && !leftTask[worker]) {
                    awaitDevice(step, worker, between);
                }
            } finally {
                if (!leftTask[worker]) {
                    work.await(step.update, worker, NOTHING_BETWEEN);
                }
            }
        }
    }

    private void awaitDevice(Step step, int worker, BooleanSupplier between) {
        long clock = timers.now();
        work.await(step.update, worker, between);
        timers.add(worker, Phase.DGEMM, clock);
    }

    private void packLeft(int task, int worker) {
        try {
            int rowSet = 0;
            int own = task;
            while (own >= packs[rowSet]) {
                own -= packs[rowSet++];
            }
            pack(slot, rowSet, own, worker);
        } finally {
            // Workers that wait for the task must hear of its end, also where it has failed.
            unpacked.decrementAndGet();
        }
    }

    private void update(Step step, int task, int worker, BooleanSupplier between) {
        int part = tasks.part(task);
        int column = tasks.column(task);
        int width = tasks.width(task);
        boolean byColumns = tasks.cut() == UpdateTasks.Cut.COLUMNS;
        int u = byColumns ? worker * workspace.window() : step.u + column - step.first;
        if (tasks.isRows(task)) {
            awaitSolved(worker, between);
            work.multiply(step, column, width, u, tasks.row(task), tasks.rows(task), worker, between);
        } else if (byColumns) {
            byColumns(step, task, u, worker, between);
        } else {
            try {
                work.awaitReady(part, worker, between);
                work.solve(step, column, width, u, worker);
                work.await(step.update, worker, between);
            } finally {
                // Workers that wait for the columns must hear of their end, also where the task has failed.
                unsolved.addAndGet(-width);
            }
        }
    }

    private void byColumns(Step step, int task, int u, int worker, BooleanSupplier between) {
        int column = tasks.column(task);
        int width = tasks.width(task);
        boolean multiplies = false;
        try {
            work.awaitReady(tasks.part(task), worker, between);
            multiplies = work.solve(step, column, width, u, worker);
        } finally {
            // Workers that help wait until no task has rows left, also where a task has none, or has failed.
            if (open != null && !multiplies) {
                open.end();
            }
        }
        if (multiplies && open != null) {
            open.multiply(step, column, width, u, worker, between);
        } else if (multiplies) {
            work.multiply(step, column, width, u, 0, step.m, worker, between);
        }
    }

    /** Waits until U of all columns is solved. Tasks are taken in their order, so all columns have been taken by some worker. */
    private void awaitSolved(int worker, BooleanSupplier between) {
        for (int idle = 0; unsolved.get() > 0; idle++) {
            work.idle(idle, worker, between);
        }
    }
}
