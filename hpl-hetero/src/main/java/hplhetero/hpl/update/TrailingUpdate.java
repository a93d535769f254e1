package hplhetero.hpl.update;

import hplhetero.blas.Completion;
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
    public static final double PART_FLOP = 2e8;
    /** ... and after so many seconds. */
    public static final double PART_SECONDS = 4e-3;
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
    /** Whether who waits for a device updates the host's columns meanwhile: where there are no workers for that alone. */
    private final boolean helps;
    private final int leastPartRows;
    /** Of the pool's, the first so many take part. */
    private final int workers;
    /** Whether the rank's thread prepares panels while others update: where they do not need all workers for it. */
    private final boolean early;
    /** By slot and row set, the panel that was prepared early, or -1. */
    private final int[][] preparedEarly;
    /** At which the rank's own thread is to look at messages: as many as it does in {@link #PART_SECONDS}, by the last product. */
    private double partFlop = PART_FLOP;
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
        leastPartRows = kernels.leastPartRows();
        workers = kernels.updateWorkers(pool.workers());
        early = kernels.updateWorkers(MANY) < MANY;
        preparedEarly = new int[slots][layout.rowSets().size()];
        Arrays.stream(preparedEarly).forEach(slot -> Arrays.fill(slot, -1));
        workspace = UWorkspace.of(layout, tasks, workers);
        stepTasks = new StepTasks(tasks, workers);
        hosts = HostColumns.of(layout, matrices, kernels, slots, pool, arena);
        helps = hosts.areSome() && workers == pool.workers();
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
        long columns = Math.max(UWorkspace.byRows(layout).ahead + nb,
                2 * (UWorkspace.byColumns(layout, UpdateTasks.MOST_COLUMNS, workers).ahead + nb));
        return slots * 8L * nb * columns * layout.rowSets().size();
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
        return hosts.areSome() ? hosts.share().taken() : 0;
    }

    /**
     * Prepares a panel for all local matrices with the whole pool, which must be idle.
     *
     * @param first of each local matrix, the first local column that is still to be updated with it
     */
    public void prepare(Panel panel, int slot, int[] first) {
        if (hosts.areSome()) {
            shareOut(panel, first);
        }
        for (int s = 0; s < updates[slot].length; s++) {
            if (hosts.leaveSome(s, first)) {
                long clock = System.nanoTime();
                pack(updates[slot][s], begin(panel, slot, s), workers);
                transferred(clock);
            }
            if (hosts.areSome()) {
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
            await(update, worker, NOTHING_BETWEEN);
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
        return hosts.areSome() && column >= hosts.from(matrix);
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
        await(update, 0, NOTHING_BETWEEN);
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
        if (solve(step, column, width, step.u, 0)) {
            multiply(step, column, width, step.u, 0, step.m, 0, NOTHING_BETWEEN);
        }
        await(step.update, 0, NOTHING_BETWEEN);
    }

    private Step ahead(int matrix, Panel panel, int slot, SwappedRows rows, int column) {
        return isHosts(matrix, column) ? new Step(matrix, panel, slot, column, hosts.ahead(), rows, hosts.update(slot,
                matrices[matrix].rowSet())) : new Step(matrix, panel, slot, column, workspace.ahead, rows);
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
        if (solve(step, column, width, step.u, 0)) {
            long clock = System.nanoTime();
            step.update.multiplyInto(0, step.u, step.a.transposed(step.below, column, step.m, width), next);
            await(step.update, 0, NOTHING_BETWEEN);
            timers.add(0, Phase.DGEMM, clock);
        } else {
            await(step.update, 0, NOTHING_BETWEEN);
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
        Step[] hostSteps = hosts.areSome() ? hostSteps(panel, slot, parts) : steps;
        ready.set(0);
        if (hosts.areSome()) {
            hosts.share().begin(work(steps, stepTasks), work(hostSteps, hosts.tasks()), System.nanoTime());
        }
        int packs = hosts.packs(slot);
        int more = packs + (hosts.areSome() ? hosts.tasks().count() : 0);
        int count = stepTasks.count();
        pool.start(count, more, workers, (task, worker) -> {
            if (task < count) {
                run(steps, task, worker, between);
            } else {
                runOnHost(hostSteps, task - count, packs, worker, between);
            }
        });
        if (!pool.canShare()) {
            pool.letAllIn();
        }
    }

    /** The rank's thread and all workers beside those that submit to a device have done with panels: they may update columns now. */
    public void letAllIn() {
        if (hosts.areSome() && !helps && pool.canShare()) {
            hosts.share().letIn(System.nanoTime());
            pool.letAllIn();
        }
    }

    /** Multiply-adds of the products. */
    private static double work(Step[] steps, StepTasks tasks) {
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
        Step[] hostSteps = hosts.areSome() ? hostSteps(panel, slot, List.of(columns)) : steps;
        int packs = hosts.packs(slot);
        pool.run(packs, (task, worker) -> hosts.pack(worker, task), NOTHING_BETWEEN);
        ready.set(steps.length);
        int own = stepTasks.count();
        int count = own + (hosts.areSome() ? hosts.tasks().count() : 0);
        pool.start(count == 0 ? 0 : ENDLESS_TASKS, workers, (task, worker) -> {
            if (task % count < own) {
                run(steps, task % count, worker, NOTHING_BETWEEN);
            } else {
                runOnHost(hostSteps, task % count - own, 0, worker, NOTHING_BETWEEN);
            }
        });
    }

    /** The update of some columns of a local matrix with one panel. */
    private final class Step {
        final LocalMatrix a;
        final PanelUpdate update;
        final SwappedRows rows;
        final int jb;
        /** First of the columns that are updated, to which {@link #rows} refers. */
        final int first;
        /** Where U of that column goes; not where tasks are cut by columns, which each worker has a place for. */
        final int u;
        /** Where the panel's own block row begins, or -1 where others hold it. */
        final int top;
        final int below;
        final int m;
        /** Whether the host updates it beside a device. */
        final boolean beside;

        Step(int matrix, Panel panel, int slot, int first, int u, SwappedRows rows) {
            this(matrix, panel, slot, first, u, rows, null);
        }

        /** @param host by which the host updates it beside a device, or null */
        Step(int matrix, Panel panel, int slot, int first, int u, SwappedRows rows, PanelUpdate host) {
            a = matrices[matrix];
            beside = host != null;
            this.first = first;
            this.u = u;
            this.rows = rows;
            update = beside ? host : updates[slot][a.rowSet()];
            jb = panel.width();
            top = a.rows().owns(panel.k()) ? a.rows().start(panel.k()) : -1;
            below = a.rows().start(panel.k() + 1);
            m = a.rows().size() - below;
        }
    }

    private Step[] steps(Panel panel, int slot, List<Columns> parts) {
        Step[] steps = new Step[parts.size()];
        int left = 0;
        for (int p = 0; p < steps.length; p++) {
            Columns part = parts.get(p);
            steps[p] = new Step(part.matrix, panel, slot, part.first, workspace.of(part), part.rows);
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
        return hosts.areSome() ? Math.clamp(hosts.from(part.matrix) - part.first, 0, part.count) : part.count;
    }

    private Step[] hostSteps(Panel panel, int slot, List<Columns> parts) {
        Step[] steps = new Step[parts.size()];
        int left = parts.stream().mapToInt(part -> part.count - own(part)).sum();
        hosts.tasks().clear();
        for (int p = 0; p < steps.length; p++) {
            Columns part = parts.get(p);
            steps[p] = new Step(part.matrix, panel, slot, part.first, 0, part.rows, hosts.update(slot, matrices[part.matrix].rowSet()));
            left = hosts.tasks().columns(p, part.first + own(part), part.count - own(part), steps[p].m, left);
        }
        return steps;
    }

    private void run(Step[] steps, int task, int worker, BooleanSupplier between) {
        Step step = steps[stepTasks.part(task)];
        try {
            run(step, task, worker, between);
        } finally {
            await(step.update, worker, NOTHING_BETWEEN);
        }
        if (hosts.areSome()) {
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
                idle(idle, worker, between);
            }
            awaitReady(tasks.part(own), worker, between);
            Step step = steps[tasks.part(own)];
            int u = hosts.window(worker);
            if (solve(step, tasks.column(own), tasks.width(own), u, worker)) {
                multiply(step, tasks.column(own), tasks.width(own), u, 0, step.m, worker, between);
            }
        }
        hosts.share().hostDid(worker, begin, System.nanoTime());
    }

    private void run(Step step, int task, int worker, BooleanSupplier between) {
        int part = stepTasks.part(task);
        int column = stepTasks.column(task);
        int width = stepTasks.width(task);
        boolean byColumns = stepTasks.cut() == UpdateTasks.Cut.COLUMNS;
        int u = byColumns ? worker * workspace.window : step.u + column - step.first;
        if (stepTasks.isRows(task)) {
            awaitSolved(worker, between);
            multiply(step, column, width, u, stepTasks.row(task), stepTasks.rows(task), worker, between);
        } else if (byColumns) {
            awaitReady(part, worker, between);
            if (solve(step, column, width, u, worker)) {
                multiply(step, column, width, u, stepTasks.row(task), stepTasks.rows(task), worker, between);
            }
        } else {
            try {
                awaitReady(part, worker, between);
                solve(step, column, width, u, worker);
                await(step.update, worker, between);
            } finally {
                // who waits for it must hear of it, whatever happened
                unsolved.addAndGet(-width);
            }
        }
    }

    /** This part's rows may still be on their way. */
    private void awaitReady(int part, int worker, BooleanSupplier between) {
        for (int idle = 0; ready.get() <= part; idle++) {
            idle(idle, worker, between);
        }
    }

    /** Others may still be at the last columns of U: all have been taken, as tasks are taken in their order. */
    private void awaitSolved(int worker, BooleanSupplier between) {
        for (int idle = 0; unsolved.get() > 0; idle++) {
            idle(idle, worker, between);
        }
    }

    /** Until all is done that a worker has submitted: with the host's kernels it is. */
    private void await(PanelUpdate update, int worker, BooleanSupplier between) {
        Completion submitted = update.submitted(worker);
        try {
            for (int idle = 0; !submitted.poll(); idle++) {
                idle(idle, worker, between);
            }
        } finally {
            // who leaves for a failure elsewhere frees memory that it works on
            while (!submitted.poll()) {
                Thread.onSpinWait();
            }
        }
    }

    private void idle(int idle, int worker, BooleanSupplier between) {
        if (worker == 0) {
            between.getAsBoolean();
        }
        pool.pause(idle);
    }

    /**
     * Fetches the swapped rows of some columns and solves them.
     *
     * @param u column of U where they go
     * @return whether there is anything to multiply them with
     */
    private boolean solve(Step step, int column, int width, int u, int worker) {
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

    /** Takes the rows of U, then moves the rows that leave: their places may hold rows of U. */
    private static void fetch(PanelUpdate update, SwappedRows rows, long offset, int wanted, int u, int width, int worker) {
        for (int i = 0; i < wanted; i++) {
            update.load(worker, i, u, rows.u(i) + offset, width);
        }
        for (int r = 0; r < rows.moves(); r++) {
            update.move(worker, rows.from(r) + offset, rows.to(r) + offset, width);
        }
    }

    /** Rows {@code from} .. {@code from + rows - 1} below the panel of some columns, whose U begins at column {@code u}. */
    private void multiply(Step step, int column, int width, int u, int from, int rows, int worker, BooleanSupplier between) {
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
            if (worker == 0 && step.beside == hosts.areSome()) {
                partFlop = Math.min(PART_FLOP, 2.0 * height * width * step.jb * PART_SECONDS * 1e9 / (end - clock));
            }
        }
    }

    /**
     * Updates columns of the host while a device is busy.
     *
     * @param since when the worker began to wait
     * @return the same, without what it did meanwhile
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

    /**
     * Where in a work space for U its columns go.
     *
     * @param start  first column of each local matrix, where the product is cut by rows
     * @param window columns of each worker, where it is cut by columns
     * @param ahead  first column of what is updated ahead
     */
    record UWorkspace(int[] start, int window, int ahead) {

        static UWorkspace of(LocalLayout layout, UpdateTasks tasks, int workers) {
            return tasks.cut() == UpdateTasks.Cut.ROWS ? byRows(layout) : byColumns(layout, tasks.most(), workers);
        }

        /** All columns of all local matrices. */
        static UWorkspace byRows(LocalLayout layout) {
            int[] start = new int[layout.localColumns().size()];
            int columns = 0;
            for (int s = 0; s < start.length; s++) {
                start[s] = columns;
                columns += UpdateTasks.padded(layout.localColumns().get(s).cols().size());
            }
            return new UWorkspace(start, 0, columns);
        }

        /** The columns of one task a worker. */
        static UWorkspace byColumns(LocalLayout layout, int most, int workers) {
            int columns = layout.localColumns().stream().mapToInt(column -> column.cols().size()).max().orElse(0);
            int window = UpdateTasks.padded(Math.min(columns, most));
            return new UWorkspace(new int[0], window, workers * window);
        }

        int columns(int nb) {
            return ahead + nb;
        }

        /** Where U of a part's first column goes, where the product is cut by rows. */
        int of(Columns part) {
            return start.length == 0 ? 0 : start[part.matrix] + part.before;
        }
    }
}
