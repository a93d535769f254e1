package hplhetero.hpl.update;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The trailing update of a rank: fetches the swapped rows, then U &lt;- L1^-1 U, then A22 &lt;- A22 - L2 U. It is cut into tasks as the
 * kernels prefer: each task some columns from the swap to the product; or first U of all columns, then the product by rows. Source:
 * HPL_pdupdateTT.
 */
public final class TrailingUpdate {
    /** Largest number of operations of a product between two looks at messages, where messages are on their way. */
    static final double PART_FLOP = 2e8;
    /** Largest number of seconds of a product between two looks at messages, where messages are on their way. */
    static final double PART_SECONDS = 4e-3;
    private static final BooleanSupplier NOTHING_BETWEEN = () -> false;
    /** Number of tasks of an update without an end: more than will ever be taken. */
    private static final int ENDLESS_TASKS = 1 << 24;
    private static final int MANY = 1 << 20;

    private final LocalMatrix[] matrices;
    private final WorkerPool pool;
    private final PhaseTimers timers;
    /** Updates with the panel of a slot, indexed by slot, then row set. */
    private final PanelUpdate[][] updates;
    private final UWorkspace workspace;
    private final StepTasks stepTasks;
    private final HostColumns hosts;
    private final ColumnWork work;
    /** Number of the pool's workers that take part: the first ones. */
    private final int workers;
    /** Whether the rank's thread prepares panels while other workers update, as it can where the kernels do not need all workers. */
    private final boolean early;
    /** Number of the panel that was prepared early, or -1, indexed by slot, then row set. */
    private final int[][] preparedEarly;
    /** Number of columns of U not yet solved, where the product is cut by rows. */
    private final AtomicInteger unsolved = new AtomicInteger();
    /** Number of parts whose swapped rows are there. */
    private final AtomicInteger ready = new AtomicInteger();
    /**
     * Nanoseconds the rank waited for panels on their way to a device, and for columns moving between host and device. Written by the
     * rank's thread only.
     */
    private long transferNanos;

    /**
     * Makes the update of a rank, and takes its memory.
     *
     * @param matrices the rank's local matrices
     * @param slots    number of panels that may be in use at once
     */
    public TrailingUpdate(LocalLayout layout, LocalMatrix[] matrices, DenseKernels kernels, int slots, WorkerPool pool, PhaseTimers timers,
            Arena arena) {
        this.matrices = matrices;
        this.pool = pool;
        this.timers = timers;
        int nb = layout.map().nb();
        UpdateTasks tasks = kernels.updateTasks(nb);
        workers = kernels.updateWorkers(pool.workers());
        early = kernels.updateWorkers(MANY) < MANY;
        preparedEarly = new int[slots][layout.rowSets().size()];
        Arrays.stream(preparedEarly).forEach(slot -> Arrays.fill(slot, -1));
        workspace = UWorkspace.of(layout, tasks, workers);
        stepTasks = new StepTasks(tasks, workers);
        hosts = HostColumns.of(layout, matrices, kernels, slots, pool, arena);
        work = new ColumnWork(kernels, pool, timers, hosts);
        updates = new PanelUpdate[slots][layout.rowSets().size()];
        for (PanelUpdate[] slot : updates) {
            for (int s = 0; s < slot.length; s++) {
                slot[s] = kernels.panelUpdate(layout.rowSets().get(s).rows().size(), workspace.columns(nb), nb, workers, arena);
            }
        }
    }

    /** Returns the bytes of the update's work space, whichever the kernels. */
    public static long bytes(LocalLayout layout, int slots, int workers) {
        // Kernels round up to whole tiles.
        long nb = layout.map().nb() + 16L;
        // Kernels that pack may keep U twice.
        long columns = Math.max(UWorkspace.byRows(layout).ahead() + nb,
                2 * (UWorkspace.byColumns(layout, UpdateTasks.MOST_COLUMNS, workers).ahead() + nb));
        return slots * 8L * nb * columns * layout.rowSets().size();
    }

    /**
     * Returns the seconds between two looks of a rank's thread at messages while it updates.
     *
     * @param seconds seconds of the whole update on one worker
     * @param area    number of elements that are updated
     * @param jb      columns of the panel
     */
    public static double pollGap(double seconds, double area, int jb) {
        return Math.min(PART_SECONDS, seconds * Math.min(1, PART_FLOP / (2.0 * area * jb)));
    }

    /**
     * Begins a solve: decides which columns the host updates beside a device. Must be called before the matrices are copied to the device.
     */
    public void begin() {
        transferNanos = 0;
        hosts.begin();
    }

    /**
     * Returns the seconds, since the solve began, for which the rank waited for panels on their way to a device, and for columns moving
     * between host and device.
     */
    public double transferSeconds() {
        return transferNanos * 1e-9;
    }

    /** Returns the share, 0..1, of all updates since the solve began that the host's workers computed beside a device. */
    public double hostShare() {
        return hosts.haveColumns() ? hosts.share().taken() : 0;
    }

    /**
     * Prepares a panel for all local matrices with all workers of the pool, which must be idle.
     *
     * @param panel the panel, which has been received
     * @param slot  number of the panel's slot
     * @param first first local column that is still to be updated with the panel, indexed by local matrix
     */
    public void prepare(Panel panel, int slot, int[] first) {
        if (hosts.haveColumns()) {
            shareOut(panel, first);
        }
        for (int s = 0; s < updates[slot].length; s++) {
            if (hosts.leaveSome(s, first)) {
                long clock = System.nanoTime();
                pack(updates[slot][s], begin(panel, slot, s), workers);
                transferred(clock);
            }
            if (hosts.haveColumns()) {
                pack(hosts.update(slot, s), hosts.begin(panel, slot, s, first), pool.workers());
            }
        }
    }

    private void shareOut(Panel panel, int[] first) {
        long clock = System.nanoTime();
        hosts.shareOut(panel, first);
        timers.add(0, Phase.PACK, clock);
        transferred(clock);
    }

    private void pack(PanelUpdate update, int tasks, int first) {
        pool.run(tasks, first, (task, worker) -> {
            long clock = System.nanoTime();
            update.pack(worker, task);
            work.await(update, worker, NOTHING_BETWEEN);
            timers.add(worker, Phase.PACK, clock);
        }, NOTHING_BETWEEN);
    }

    /**
     * Prepares a panel for one column of a local matrix, and for the block of this column. Works on the calling thread, while the pool may
     * be busy.
     */
    public void prepareAlone(Panel panel, int slot, int matrix, int column) {
        int rowSet = matrices[matrix].rowSet();
        long clock = System.nanoTime();
        if (isHosts(matrix, column)) {
            packAlone(hosts.update(slot, rowSet), hosts.begin(panel, slot, rowSet));
        } else {
            packAlone(updates[slot][rowSet], begin(panel, slot, rowSet));
            transferred(clock);
        }
        timers.add(0, Phase.PACK, clock);
    }

    /** Adds the time since {@code since} to the transfers, where a device updates. */
    private void transferred(long since) {
        if (early) {
            transferNanos += System.nanoTime() - since;
        }
    }

    private boolean isHosts(int matrix, int column) {
        return hosts.haveColumns() && column >= hosts.from(matrix);
    }

    /**
     * Sets a panel for the updates of a row set.
     *
     * @return number of pack tasks left, none where this rank has packed the panel already
     */
    private int begin(Panel panel, int slot, int rowSet) {
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

    private void packAlone(PanelUpdate update, int tasks) {
        for (int task = 0; task < tasks; task++) {
            update.pack(0, task);
        }
        work.await(update, 0, NOTHING_BETWEEN);
    }

    /**
     * Packs a panel that this rank has factored for one local matrix, to be applied and, in this form, sent. Works on the calling thread,
     * while the pool may be busy.
     */
    public void packToSend(Panel panel, int slot, int matrix) {
        int rowSet = matrices[matrix].rowSet();
        long clock = System.nanoTime();
        PanelUpdate update = updates[slot][rowSet];
        packAlone(update, update.begin(panel.l1(), panel.l2(rowSet), panel.packed(rowSet)));
        transferred(clock);
        timers.add(0, Phase.PACK, clock);
    }

    /**
     * Prepares a panel that has just been factored for one local matrix, where the kernels allow this while the pool is busy with the panel
     * before.
     */
    public void prepareEarly(Panel panel, int slot, int matrix) {
        if (early) {
            int rowSet = matrices[matrix].rowSet();
            boolean wanted = hosts.mayLeaveSome(rowSet, panel.k());
            if (wanted) {
                packToSend(panel, slot, matrix);
            }
            preparedEarly[slot][rowSet] = wanted ? panel.k() : -1;
        }
    }

    /**
     * Updates some columns ahead of all others, on the rank's thread alone, while the pool may be busy with columns behind them.
     *
     * @param matrix index of the local matrix
     * @param panel  the panel that is applied
     * @param slot   number of the panel's slot
     * @param rows   where the swapped rows lie, for columns from {@code column} on
     * @param column first local column
     * @param width  number of columns, &lt;= nb
     */
    public void ahead(int matrix, Panel panel, int slot, SwappedRows rows, int column, int width) {
        Step step = ahead(matrix, panel, slot, rows, column);
        if (work.solve(step, column, width, step.u, 0)) {
            work.multiply(step, column, width, step.u, 0, step.m, 0, NOTHING_BETWEEN);
        }
        work.await(step.update, 0, NOTHING_BETWEEN);
    }

    private Step ahead(int matrix, Panel panel, int slot, SwappedRows rows, int column) {
        LocalMatrix a = matrices[matrix];
        return isHosts(matrix, column) ? new Step(a, panel, column, hosts.ahead(), rows, hosts.update(slot, a.rowSet()), true)
                : new Step(a, panel, column, workspace.ahead(), rows, updates[slot][a.rowSet()], false);
    }

    /**
     * Updates the columns of the panel after {@code panel}, ahead of all others, as {@link #ahead} does. The result goes to where the next
     * panel is factored; what the local matrix holds of these columns below {@code panel} is no longer valid.
     *
     * @param matrix index of the local matrix
     * @param panel  the panel that is applied
     * @param slot   number of the panel's slot
     * @param rows   where the swapped rows lie, for columns from {@code column} on
     * @param column first local column
     * @param next   out: rows below {@code panel} x columns of the next panel, column-major
     */
    public void aheadInto(int matrix, Panel panel, int slot, SwappedRows rows, int column, MatrixRef next) {
        int width = next.cols();
        Step step = ahead(matrix, panel, slot, rows, column);
        if (work.solve(step, column, width, step.u, 0)) {
            long clock = System.nanoTime();
            step.update.multiplyInto(0, step.u, step.a.transposed(step.below, column, step.m, width), next);
            work.await(step.update, 0, NOTHING_BETWEEN);
            timers.add(0, Phase.DGEMM, clock);
        } else {
            work.await(step.update, 0, NOTHING_BETWEEN);
        }
    }

    /**
     * A part of the step's columns, which is updated once its swapped rows are there.
     *
     * @param matrix index of the local matrix
     * @param first  first local column of the part
     * @param count  number of columns of the part
     * @param before number of columns of the local matrix in the parts before this one, a multiple of {@link PanelUpdate#COLUMN_UNIT}
     * @param rows   where the swapped rows lie, valid when the part is {@link #ready}
     */
    public record Columns(int matrix, int first, int count, int before, SwappedRows rows) {
    }

    /**
     * Starts the update of some columns on the pool, which must be idle. No part is {@link #ready} yet.
     *
     * @param panel   the panel that is applied
     * @param slot    number of the panel's slot
     * @param parts   parts of the columns, local matrix by local matrix
     * @param between called by the rank's thread every few milliseconds of a product, so that messages do not wait for its end; returns
     *                whether messages are still on their way, and while they are not, products are not cut
     */
    public void start(Panel panel, int slot, List<Columns> parts, BooleanSupplier between) {
        Step[] steps = steps(panel, slot, parts);
        Step[] hostSteps = hosts.haveColumns() ? hostSteps(panel, slot, parts) : steps;
        ready.set(0);
        if (hosts.haveColumns()) {
            hosts.share().begin(multiplyAdds(steps, stepTasks), multiplyAdds(hostSteps, hosts.tasks()), System.nanoTime());
        }
        int packs = hosts.packs(slot);
        int more = packs + (hosts.haveColumns() ? hosts.tasks().count() : 0);
        int count = stepTasks.count();
        pool.start(count, more, workers, (task, worker) -> {
            if (task < count) {
                run(steps, task, worker, between);
            } else {
                runOnHost(hostSteps, task - count, packs, worker, between);
            }
        });
        if (!pool.canShare()) {
            pool.admitAll();
        }
    }

    /**
     * Lets all workers update the host's columns, as the rank's thread and all workers that do not submit to a device have done with
     * panels.
     */
    public void admitAll() {
        if (hosts.haveColumns() && !work.helps() && pool.canShare()) {
            hosts.share().letIn(System.nanoTime());
            pool.admitAll();
        }
    }

    /** Returns the multiply-adds of the products of all tasks. */
    private static double multiplyAdds(Step[] steps, StepTasks tasks) {
        double sum = 0;
        for (int task = 0; task < tasks.count(); task++) {
            Step step = steps[tasks.part(task)];
            sum += (double) tasks.width(task) * step.m * step.jb;
        }
        return sum;
    }

    /** Notes that the swapped rows of the next part are there. Called by the rank's thread, which looks at messages while it waits. */
    public void ready() {
        ready.incrementAndGet();
    }

    /** Starts an update of columns that are ready, as {@link #start} does, and repeats it until the pool is told to abandon it. */
    public void startEndless(Panel panel, int slot, Columns columns) {
        Step[] steps = steps(panel, slot, List.of(columns));
        Step[] hostSteps = hosts.haveColumns() ? hostSteps(panel, slot, List.of(columns)) : steps;
        int packs = hosts.packs(slot);
        pool.run(packs, (task, worker) -> hosts.pack(worker, task), NOTHING_BETWEEN);
        ready.set(steps.length);
        int own = stepTasks.count();
        int count = own + (hosts.haveColumns() ? hosts.tasks().count() : 0);
        pool.start(count == 0 ? 0 : ENDLESS_TASKS, workers, (task, worker) -> {
            if (task % count < own) {
                run(steps, task % count, worker, NOTHING_BETWEEN);
            } else {
                runOnHost(hostSteps, task % count - own, 0, worker, NOTHING_BETWEEN);
            }
        });
    }

    private Step[] steps(Panel panel, int slot, List<Columns> parts) {
        Step[] steps = new Step[parts.size()];
        int left = 0;
        for (int p = 0; p < steps.length; p++) {
            Columns part = parts.get(p);
            LocalMatrix a = matrices[part.matrix];
            steps[p] = new Step(a, panel, part.first, workspace.of(part), part.rows, updates[slot][a.rowSet()], false);
            left += own(part);
        }
        stepTasks.clear();
        unsolved.set(left);
        for (int p = 0; p < steps.length; p++) {
            left = stepTasks.columns(p, parts.get(p).first, own(parts.get(p)), steps[p].m, left);
        }
        for (int p = 0, columns = 0; p < steps.length; p++) {
            // The rows are cut for all columns of a local matrix together, since each product packs L2 anew.
            columns += own(parts.get(p));
            if (p + 1 == steps.length || parts.get(p + 1).before == 0) {
                stepTasks.rows(p, parts.get(p).first - parts.get(p).before, columns, steps[p].m);
                columns = 0;
            }
        }
        return steps;
    }

    /** Returns the number of a part's columns that a device, or the only kernels, update: the first ones, before those of the host. */
    private int own(Columns part) {
        return hosts.haveColumns() ? Math.clamp(hosts.from(part.matrix) - part.first, 0, part.count) : part.count;
    }

    private Step[] hostSteps(Panel panel, int slot, List<Columns> parts) {
        Step[] steps = new Step[parts.size()];
        int left = parts.stream().mapToInt(part -> part.count - own(part)).sum();
        hosts.tasks().clear();
        for (int p = 0; p < steps.length; p++) {
            Columns part = parts.get(p);
            LocalMatrix a = matrices[part.matrix];
            steps[p] = new Step(a, panel, part.first, 0, part.rows, hosts.update(slot, a.rowSet()), true);
            left = hosts.tasks().columns(p, part.first + own(part), part.count - own(part), steps[p].m, left);
        }
        return steps;
    }

    private void run(Step[] steps, int task, int worker, BooleanSupplier between) {
        Step step = steps[stepTasks.part(task)];
        try {
            run(step, task, worker, between);
        } finally {
            work.await(step.update, worker, NOTHING_BETWEEN);
        }
        if (hosts.haveColumns()) {
            hosts.share().deviceDid(worker, System.nanoTime());
        }
    }

    /** Does a task of the host beside a device: a pack task, or the update of some columns once the panel is packed. */
    private void runOnHost(Step[] steps, int task, int packs, int worker, BooleanSupplier between) {
        long begin = System.nanoTime();
        if (task < packs) {
            hosts.pack(worker, task);
            timers.add(worker, Phase.PACK, begin);
        } else {
            StepTasks tasks = hosts.tasks();
            int own = task - packs;
            for (int idle = 0; !hosts.arePacked(); idle++) {
                work.idle(idle, worker, between);
            }
            awaitReady(tasks.part(own), worker, between);
            Step step = steps[tasks.part(own)];
            int u = hosts.window(worker);
            if (work.solve(step, tasks.column(own), tasks.width(own), u, worker)) {
                work.multiply(step, tasks.column(own), tasks.width(own), u, 0, step.m, worker, between);
            }
        }
        hosts.share().hostDid(worker, begin, System.nanoTime());
    }

    private void run(Step step, int task, int worker, BooleanSupplier between) {
        int part = stepTasks.part(task);
        int column = stepTasks.column(task);
        int width = stepTasks.width(task);
        boolean byColumns = stepTasks.cut() == UpdateTasks.Cut.COLUMNS;
        int u = byColumns ? worker * workspace.window() : step.u + column - step.first;
        if (stepTasks.isRows(task)) {
            awaitSolved(worker, between);
            work.multiply(step, column, width, u, stepTasks.row(task), stepTasks.rows(task), worker, between);
        } else if (byColumns) {
            awaitReady(part, worker, between);
            if (work.solve(step, column, width, u, worker)) {
                work.multiply(step, column, width, u, stepTasks.row(task), stepTasks.rows(task), worker, between);
            }
        } else {
            try {
                awaitReady(part, worker, between);
                work.solve(step, column, width, u, worker);
                work.await(step.update, worker, between);
            } finally {
                // Workers that wait for the columns must hear of their end, also where the task has failed.
                unsolved.addAndGet(-width);
            }
        }
    }

    /** Waits until the swapped rows of a part are there. */
    private void awaitReady(int part, int worker, BooleanSupplier between) {
        for (int idle = 0; ready.get() <= part; idle++) {
            work.idle(idle, worker, between);
        }
    }

    /** Waits until U of all columns is solved. Tasks are taken in their order, so all columns have been taken by some worker. */
    private void awaitSolved(int worker, BooleanSupplier between) {
        for (int idle = 0; unsolved.get() > 0; idle++) {
            work.idle(idle, worker, between);
        }
    }
}
