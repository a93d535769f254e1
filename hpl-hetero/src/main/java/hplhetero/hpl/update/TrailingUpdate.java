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
 * A rank's trailing update: fetch the swapped rows, U := L1^-1 U, A := A - L2 U, cut into tasks as the kernels like it:
 * each some columns from the swap to the product; or U of all columns first, then the product by rows.
 * Source: HPL_pdupdateTT.
 */
public final class TrailingUpdate {
    /** A product is cut at so many operations where messages are on their way ... */
    static final double PART_FLOP = 2e8;
    /** ... and after so many seconds. */
    static final double PART_SECONDS = 4e-3;
    private static final BooleanSupplier NOTHING_BETWEEN = () -> false;
    /** More tasks than will be taken. */
    private static final int ENDLESS_TASKS = 1 << 24;
    private static final int MANY = 1 << 20;

    private final LocalMatrix[] matrices;
    private final WorkerPool pool;
    private final PhaseTimers timers;
    private final PanelUpdate[][] updates;
    private final UWorkspace workspace;
    private final StepTasks stepTasks;
    private final HostColumns hosts;
    private final ColumnWork work;
    /** Of the pool's, the first so many take part. */
    private final int workers;
    /** Whether the rank's thread prepares panels while others update: where they do not need all workers for it. */
    private final boolean early;
    /** By slot and row set, the panel that was prepared early, or -1. */
    private final int[][] preparedEarly;
    /** Columns of U not yet solved, where the product is cut by rows. */
    private final AtomicInteger unsolved = new AtomicInteger();
    /** Parts whose swapped rows are there. */
    private final AtomicInteger ready = new AtomicInteger();
    /** For which panels were on their way to a device, and columns changed sides, while the rank waited. Of the rank's thread. */
    private long transferNanos;

    /**
     * @param matrices the rank's local matrices
     * @param slots    panels that may be in use at once
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

    /** Bytes of work space, whichever the kernels. */
    public static long bytes(LocalLayout layout, int slots, int workers) {
        // kernels round up to whole tiles
        long nb = layout.map().nb() + 16L;
        // kernels that pack may keep U twice
        long columns = Math.max(UWorkspace.byRows(layout).ahead() + nb,
                2 * (UWorkspace.byColumns(layout, UpdateTasks.MOST_COLUMNS, workers).ahead() + nb));
        return slots * 8L * nb * columns * layout.rowSets().size();
    }

    /**
     * Seconds between two looks of a rank's thread at messages while it updates.
     *
     * @param seconds of the whole update on one worker
     * @param area    elements that are updated
     * @param jb      columns of the panel
     */
    public static double pollGap(double seconds, double area, int jb) {
        return Math.min(PART_SECONDS, seconds * Math.min(1, PART_FLOP / (2.0 * area * jb)));
    }

    /** A solve begins: says which columns the host updates beside a device, before matrices are taken over. */
    public void begin() {
        transferNanos = 0;
        hosts.begin();
    }

    /** Since the solve began, for which the rank waited for panels on their way to a device, and for columns that changed sides. */
    public double transferSeconds() {
        return transferNanos * 1e-9;
    }

    /** Of all columns' updates, the share that the host's workers computed beside a device, since the solve began. */
    public double hostShare() {
        return hosts.haveColumns() ? hosts.share().taken() : 0;
    }

    /**
     * Prepares a panel for all local matrices with the whole pool, which must be idle.
     *
     * @param first of each local matrix, the first local column that is still to be updated with it
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

    /** Prepares a panel for one column of a local matrix, and its block, on the calling thread, while the pool may be busy. */
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

    /** To a device, where that is what updates. */
    private void transferred(long since) {
        if (early) {
            transferNanos += System.nanoTime() - since;
        }
    }

    private boolean isHosts(int matrix, int column) {
        return hosts.haveColumns() && column >= hosts.from(matrix);
    }

    /** @return the number of pack tasks left, none where this rank has packed it to be sent */
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
     * Packs a panel that has been factored for one local matrix, to be applied and, in this form, sent; on the calling thread, while the
     * pool may be busy.
     */
    public void packToSend(Panel panel, int slot, int matrix) {
        int rowSet = matrices[matrix].rowSet();
        long clock = System.nanoTime();
        PanelUpdate update = updates[slot][rowSet];
        packAlone(update, update.begin(panel.l1(), panel.l2(rowSet), panel.packed(rowSet)));
        transferred(clock);
        timers.add(0, Phase.PACK, clock);
    }

    /** Prepares a panel that has just been factored for one local matrix, where that can be while the pool is busy with the one before. */
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
     * @param rows   where the swapped rows lie for columns from {@code column} on
     * @param column first local column
     * @param width  columns, &lt;= nb
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
     * The same for the columns of the panel after {@code panel}, which go where it is factored: what the matrix holds of them
     * below is no longer wanted.
     *
     * @param next the rows below {@code panel} x {@code width}, column-major
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
     * Some columns that are updated once their swapped rows are there.
     *
     * @param matrix number of the local matrix
     * @param first  its first local column
     * @param count  how many
     * @param before columns of the matrix in the parts before it, a multiple of {@link PanelUpdate#COLUMN_UNIT}
     * @param rows   where the swapped rows lie, from the moment on when the part is {@link #ready}
     */
    public record Columns(int matrix, int first, int count, int before, SwappedRows rows) {
    }

    /**
     * Starts the update of some columns on the pool, which must be idle; none of them is {@link #ready} yet.
     *
     * @param parts   matrix by matrix
     * @param between called by the rank's thread every few milliseconds of a product, so that messages do not wait for its end,
     *                until it says that none are on their way
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

    /** The rank's thread and all workers beside those that submit to a device have done with panels: they may update columns now. */
    public void admitAll() {
        if (hosts.haveColumns() && !work.helps() && pool.canShare()) {
            hosts.share().letIn(System.nanoTime());
            pool.admitAll();
        }
    }

    /** Multiply-adds of the products. */
    private static double multiplyAdds(Step[] steps, StepTasks tasks) {
        double sum = 0;
        for (int task = 0; task < tasks.count(); task++) {
            Step step = steps[tasks.part(task)];
            sum += (double) tasks.width(task) * step.m * step.jb;
        }
        return sum;
    }

    /** The swapped rows of the next part are there: to be said by the rank's thread, which looks after them while it waits. */
    public void ready() {
        ready.incrementAndGet();
    }

    /** As {@link #start} with columns that are ready, again and again, until the pool is told to abandon it. */
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
            // all columns of a local matrix together: its products pack L2 anew
            columns += own(parts.get(p));
            if (p + 1 == steps.length || parts.get(p + 1).before == 0) {
                stepTasks.rows(p, parts.get(p).first - parts.get(p).before, columns, steps[p].m);
                columns = 0;
            }
        }
        return steps;
    }

    /** Columns of a part that the host does not take from a device: the first ones. */
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

    /** A task beside a device: first the panel is packed for all. */
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
                // who waits for it must hear of it, whatever happened
                unsolved.addAndGet(-width);
            }
        }
    }

    /** This part's rows may still be on their way. */
    private void awaitReady(int part, int worker, BooleanSupplier between) {
        for (int idle = 0; ready.get() <= part; idle++) {
            work.idle(idle, worker, between);
        }
    }

    /** Others may still be at the last columns of U: all have been taken, as tasks are taken in their order. */
    private void awaitSolved(int worker, BooleanSupplier between) {
        for (int idle = 0; unsolved.get() > 0; idle++) {
            work.idle(idle, worker, between);
        }
    }
}
