package hplhetero.hpl.update;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.HostPart;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.TaskBatch.Queue;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The trailing update of a rank: fetches the swapped rows, then U &lt;- L1^-1 U, then A22 &lt;- A22 - L2 U. It is cut into tasks as the
 * kernels prefer: each task some columns from the swap to the product; or first U of all columns, then the product by rows. Source:
 * HPL_pdupdateTT.
 *
 * <p>A rank has a local matrix for each virtual process column in which it owns blocks. Several panels may be in use at once, such as one
 * that is applied and the next ones that are factored or received; each has a slot, its place among them, which keeps what the kernels have
 * prepared.
 */
public final class TrailingUpdate {
    /** Largest number of operations of a product between two looks at messages, where messages are on their way. */
    static final double PART_FLOP = 2e8;
    /** Largest number of seconds of a product between two looks at messages, where messages are on their way. */
    static final double PART_SECONDS = 4e-3;
    /** Number of tasks of an update without an end: more than will ever be taken. */
    private static final int ENDLESS_TASKS = 1 << 24;
    /** Order below which a matrix is factored before the share of a device could be learnt. */
    private static final int LEAST_ORDER = 500;

    private final LocalMatrix[] matrices;
    private final int rowSets;
    private final WorkerPool pool;
    private final PhaseTimers timers;
    private final ColumnWork work;
    /** The lane of the rank's kernels and, where workers update columns beside a device, the lane of these columns. */
    private final List<Lane> lanes = new ArrayList<>();
    private final LaneBorder border;
    /** Share of the columns that workers update beside a device; null where there is one lane. */
    private final HostShare share;
    /**
     * Nanoseconds the rank waited for panels on their way to a device, and for columns moving between host and device. Written by the
     * rank's thread only.
     */
    private long transferNanos;
    /** Looks at messages while the rank's thread waits for a device. */
    private BooleanSupplier between = Lane.NOTHING_BETWEEN;
    /** The update that has the columns of the next panel on its device, or has factored them; null where there is none. */
    private PanelUpdate factored;

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
        rowSets = layout.rowSets().size();
        int nb = layout.map().nb();
        Optional<HostPart> host = kernels.hostPart();
        share = host.map(part -> share(part, layout, kernels.updateWorkers(pool.workers()), pool.workers())).orElse(null);
        border = new LaneBorder(matrices, share);
        work = new ColumnWork(pool, timers, share == null ? 1 : 2,
                share != null && kernels.updateWorkers(pool.workers()) == pool.workers());
        lanes.add(new Lane(0, layout, matrices, border.before(), kernels, kernels.updateTasks(nb), slots, pool.workers(),
                share == null, work, timers, arena));
        if (share != null) {
            DenseKernels hostKernels = host.orElseThrow().kernels();
            UpdateTasks cut = hostKernels.updateTasks(nb);
            lanes.add(new Lane(ColumnWork.HOST_LANE, layout, matrices, border.behind(), hostKernels,
                    cut.cut() == UpdateTasks.Cut.COLUMNS ? cut : UpdateTasks.packed(nb), slots, pool.workers(), false, work, timers,
                    arena));
        }
        pool.team().form(lanes.getFirst().workers(), pool.workers() - lanes.getFirst().workers() + 1);
    }

    /** Returns the share of the columns that workers take beside a device; null where they would take none, as an only worker does. */
    private static HostShare share(HostPart part, LocalLayout layout, int submitting, int workers) {
        if (workers == 1 || part.share().isEmpty() && layout.map().n() < LEAST_ORDER) {
            return null;
        }
        HostShare share = new HostShare(part, submitting < workers ? workers - submitting : submitting, workers);
        return share.isFixed() || share.first() > 0 ? share : null;
    }

    /** Returns whether a device updates columns of this rank, all of them or some beside those that the host's workers update. */
    public boolean hasDevice() {
        return lanes.getFirst().isDevice() || lanes.size() > 1;
    }

    /**
     * Returns how many bytes of work space the update of a rank takes at most, whichever the kernels.
     *
     * @param layout  which blocks the rank owns
     * @param slots   number of panels that may be in use at once
     * @param workers number of the rank's workers
     */
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
        border.begin();
    }

    /**
     * Returns the seconds, since the solve began, for which the rank waited for panels on their way to a device, and for columns moving
     * between host and device.
     */
    public double transferSeconds() {
        return transferNanos * 1e-9;
    }

    /**
     * Returns the share, 0..1, of all updates since the solve began that the host's workers computed beside a device. Returns 0 where there
     * is no device, or it updates all columns.
     */
    public double hostShare() {
        return share == null ? 0 : share.taken();
    }

    /**
     * Prepares a panel for all local matrices with all workers of the pool, which must be idle. What only columns beside a device need, and
     * not at once, is left to the workers that update these columns.
     *
     * @param panel the panel, which has been received
     * @param slot  number of the slot that keeps the panel in the form that the kernels want, 0 .. number of slots - 1
     * @param first first local column that is still to be updated with the panel, from 0, indexed by local matrix
     */
    public void prepare(Panel panel, int slot, int[] first) {
        if (share != null) {
            long clock = timers.now();
            border.adapt(panel, first);
            timers.add(0, Phase.PACK, clock);
            transferred(lanes.getFirst(), clock);
        }
        for (Lane lane : lanes) {
            for (int s = 0; s < rowSets; s++) {
                prepare(lane, panel, slot, s, column -> first[column]);
            }
        }
        // The device may still be busy with the last step: all of this step's work comes behind.
        lanes.getFirst().follow(slot);
    }

    /**
     * Waits until the device has done the tasks that steps have left to it. Other threads must not be busy with the update.
     *
     * @param between looks at messages meanwhile
     */
    public void settle(BooleanSupplier between) {
        if (lanes.getFirst().leaves()) {
            long clock = timers.now();
            lanes.getFirst().settle(between);
            timers.add(0, Phase.DGEMM, clock);
        }
    }

    private void prepare(Lane lane, Panel panel, int slot, int rowSet, IntUnaryOperator first) {
        long clock = timers.now();
        int tasks = lane.hasSome(rowSet, first) ? lane.begin(panel, slot, rowSet) : 0;
        if (lane.number() == ColumnWork.HOST_LANE && !lane.hasNext(rowSet, first)) {
            lane.leavePacks(rowSet, tasks);
        } else {
            lane.leavePacks(rowSet, 0);
            pool.run(tasks, lane.workers(), (task, worker) -> lane.pack(slot, rowSet, task, worker), Lane.NOTHING_BETWEEN);
            transferred(lane, clock);
        }
    }

    /** Adds the time since {@code since} to the transfers, where a lane's kernels are a device's. */
    private void transferred(Lane lane, long since) {
        if (lane.isDevice()) {
            transferNanos += timers.now() - since;
        }
    }

    private Lane laneOf(int matrix, int column) {
        return lanes.getLast().has(matrix, column) ? lanes.getLast() : lanes.getFirst();
    }

    /**
     * Prepares a received panel for the update of one block column ahead of all others. Works on the calling thread, while the pool may be
     * busy.
     *
     * @param panel  the panel, which has been received
     * @param slot   number of the slot that keeps the panel in the form that the kernels want, 0 .. number of slots - 1
     * @param matrix index of the local matrix, from 0
     * @param column first local column of the block column, from 0
     */
    public void prepareAlone(Panel panel, int slot, int matrix, int column) {
        int rowSet = matrices[matrix].rowSet();
        long clock = timers.now();
        Lane lane = laneOf(matrix, column);
        lane.packAlone(slot, rowSet, lane.begin(panel, slot, rowSet));
        transferred(lane, clock);
        timers.add(0, Phase.PACK, clock);
    }

    /**
     * Packs a panel that this rank has factored into the form that the kernels want: it is to be applied and sent in this form. Works on
     * the calling thread, while the pool may be busy.
     *
     * @param panel  the panel, which is factored
     * @param slot   number of the slot that the panel has, 0 .. number of slots - 1
     * @param matrix index of the local matrix in which this rank factored the panel, from 0
     */
    public void packToSend(Panel panel, int slot, int matrix) {
        Lane lane = lanes.getFirst();
        long clock = timers.now();
        lane.packOwn(panel, slot, matrices[matrix].rowSet());
        transferred(lane, clock);
        timers.add(0, Phase.PACK, clock);
    }

    /**
     * Prepares a panel as soon as this rank has factored it, where a device is to update columns with it, while the pool may still be busy
     * with the panel before. Does nothing for the host's kernels.
     *
     * @param panel  the panel, which is factored
     * @param slot   number of the slot that the panel has, 0 .. number of slots - 1
     * @param matrix index of the local matrix in which this rank factored the panel, from 0
     */
    public void prepareEarly(Panel panel, int slot, int matrix) {
        Lane lane = lanes.getFirst();
        if (lane.isDevice()) {
            int rowSet = matrices[matrix].rowSet();
            boolean wanted = lane.hasSome(rowSet, s -> matrices[s].cols().start(panel.k()));
            if (wanted && factored == null) {
                packToSend(panel, slot, matrix);
            } else if (wanted) {
                long clock = timers.now();
                lane.adopt(panel, slot, rowSet, factored);
                timers.add(0, Phase.PACK, clock);
            }
            factored = null;
            lane.preparedEarly(panel, slot, rowSet, wanted);
        }
    }

    /**
     * Returns whether L2 of a panel that was applied, as the host's kernels have packed it, is no longer what they would make of L2. Packs
     * L2 once more for this. The panel is lost for further updates.
     *
     * @param panel the panel, whose memory still has it
     * @param slot  number of the slot in which the panel was prepared, 0 .. number of slots - 1
     */
    public boolean isDamaged(Panel panel, int slot) {
        return pool.lend(arena -> IntStream.range(0, rowSets)
                .anyMatch(rowSet -> lanes.getFirst().isDamaged(panel, slot, rowSet, arena)));
    }

    /**
     * Updates some columns ahead of all others, by the members of the pool's team, which are the rank's thread and some workers, while
     * other workers may be busy with columns behind them. Where a device has columns of the rank, the rank's thread does this alone. The
     * panel must have been prepared.
     *
     * @param matrix index of the local matrix, from 0
     * @param panel  the panel that is applied
     * @param slot   number of the slot in which the panel was prepared, 0 .. number of slots - 1
     * @param rows   where the swapped rows lie, for columns from {@code column} on
     * @param column first local column, from 0
     * @param width  number of columns, &lt;= nb
     */
    public void ahead(int matrix, Panel panel, int slot, SwappedRows rows, int column, int width) {
        Step step = laneOf(matrix, column).ahead(matrix, panel, slot, rows, column);
        if (solve(step, column, width)) {
            byRows(step, (from, count, worker) -> work.multiply(step, column, width, step.u, from, count, worker, Lane.NOTHING_BETWEEN));
        }
        work.await(step.update, 0, between);
    }

    /** Fetches and solves columns that go ahead, some by each member of the team; returns whether there are rows to be updated. */
    private boolean solve(Step step, int column, int width) {
        int parts = Math.clamp(width / PanelUpdate.COLUMN_UNIT, 1, members());
        int each = UpdateTasks.padded(Math.ceilDiv(width, parts));
        pool.team().share(parts, (part, worker) -> {
            int first = part * each;
            if (first < width) {
                work.solve(step, column + first, Math.min(each, width - first), step.u + first, worker);
            }
        });
        return step.m > 0;
    }

    /** The product of some rows below the panel. */
    private interface Rows {
        void multiply(int from, int rows, int worker);
    }

    private void byRows(Step step, Rows product) {
        int parts = Math.clamp(step.m / PanelUpdate.ROW_UNIT, 1, members());
        int each = Math.ceilDiv(Math.ceilDiv(step.m, parts), PanelUpdate.ROW_UNIT) * PanelUpdate.ROW_UNIT;
        pool.team().share(parts, (part, worker) -> {
            int from = part * each;
            if (from < step.m) {
                product.multiply(from, Math.min(each, step.m - from), worker);
            }
        });
    }

    private int members() {
        return hasDevice() ? 1 : pool.team().size();
    }

    /**
     * Updates the columns of the panel after {@code panel}, ahead of all others, as {@link #ahead} does. The result goes to where the next
     * panel is factored; what the local matrix holds of these columns below {@code panel} is no longer valid.
     *
     * @param matrix index of the local matrix, from 0
     * @param panel  the panel that is applied, which must have been prepared
     * @param slot   number of the slot in which the panel was prepared, 0 .. number of slots - 1
     * @param rows   where the swapped rows lie, for columns from {@code column} on
     * @param column first local column, from 0
     * @param next   out: rows below {@code panel} x columns of the next panel, column-major
     */
    public void aheadInto(int matrix, Panel panel, int slot, SwappedRows rows, int column, MatrixRef next) {
        int width = next.cols();
        Step step = laneOf(matrix, column).ahead(matrix, panel, slot, rows, column);
        if (solve(step, column, width)) {
            byRows(step, (from, count, worker) -> {
                long clock = timers.now();
                step.update.multiplyInto(worker, step.u, from, step.a.transposed(step.below + from, column, count, width),
                        next.window(from, 0, count, width));
                work.await(step.update, worker, between);
                timers.add(worker, Phase.DGEMM, clock);
            });
        }
        work.await(step.update, 0, between);
    }

    /**
     * Returns whether a device of this rank can factor a block column of a local matrix, all rows of which are this rank's.
     *
     * @param matrix index of the local matrix, from 0
     * @param column first local column of the block column, from 0
     */
    public boolean factors(int matrix, int column) {
        return laneOf(matrix, column).factors();
    }

    /**
     * Returns whether a device of this rank can factor the rank's rows of a block column, of which other ranks have rows too.
     *
     * @param matrix index of the local matrix, from 0
     * @param column first local column of the block column, from 0
     * @param trade  the trade of pivots
     */
    public boolean factors(int matrix, int column, PivotTrade trade) {
        return laneOf(matrix, column).factors(trade);
    }

    /**
     * Updates the columns of the panel after {@code panel}, ahead of all others, as {@link #aheadInto} does, and leaves them on the device
     * that will factor them. The parameters are those of {@link #ahead}.
     */
    public void aheadOnDevice(int matrix, Panel panel, int slot, SwappedRows rows, int column, int width) {
        Step step = laneOf(matrix, column).ahead(matrix, panel, slot, rows, column);
        solve(step, column, width);
        long clock = timers.now();
        step.update.multiplyNext(0, step.u, step.a.transposed(step.below, column, step.m, width));
        timers.add(0, Phase.DGEMM, clock);
        factored = step.update;
    }

    /**
     * Copies a panel that is up to date to the device that will factor it.
     *
     * @param matrix index of the local matrix, from 0
     * @param slot   number of the slot that the panel has, 0 .. number of slots - 1
     * @param panel  this rank's rows of the panel
     */
    public void toDevice(int matrix, int slot, MatrixRef panel) {
        factored = lanes.getFirst().update(slot, matrices[matrix].rowSet());
        factored.takeNext(0, panel);
    }

    /**
     * Has the device factor the panel whose columns it has, all rows of which are this rank's.
     *
     * @param panel out: L1 with U in its upper triangle, and L2 below it
     * @param ipiv  out: for each column of the panel, the row of the panel that was swapped with the row of the column's number
     */
    public void factor(MatrixRef panel, int[] ipiv) {
        long clock = timers.now();
        factored.factorNext(0, panel);
        work.await(factored, 0, between);
        factored.pivots(ipiv, panel.cols());
        timers.add(0, Phase.FACTORIZATION, clock);
    }

    /**
     * Has the device factor this rank's rows of the panel whose columns it has. Collective over the process column.
     *
     * @param panel out: L2 in the rows below the panel's own block row
     * @param trade the trade of pivots; out: its L1
     */
    public void factor(MatrixRef panel, PivotTrade trade) {
        long clock = timers.now();
        factored.factorShared(0, panel, trade);
        work.await(factored, 0, between);
        timers.add(0, Phase.FACTORIZATION, clock);
    }

    /**
     * A part of the columns of one local matrix that an update covers; it is updated once its swapped rows are there.
     *
     * @param matrix index of the local matrix, which holds the rank's blocks of one virtual process column; from 0
     * @param first  first local column of the part, from 0
     * @param count  number of columns of the part
     * @param before number of columns of this local matrix in the update's earlier parts, a multiple of {@link PanelUpdate#COLUMN_UNIT}
     * @param rows   where the swapped rows lie, valid when the part is {@link #ready}
     */
    public record Columns(int matrix, int first, int count, int before, SwappedRows rows) {
    }

    /**
     * Starts the update of some columns on the pool, which must be idle. No part is {@link #ready} yet.
     *
     * @param panel   the panel that is applied, which must have been prepared
     * @param slot    number of the slot in which the panel was prepared, 0 .. number of slots - 1
     * @param parts   parts of the columns, local matrix by local matrix
     * @param between called by the rank's thread every few milliseconds of a product, so that messages do not wait for its end; returns
     *                whether messages are still on their way, and while they are not, products are not cut
     */
    public void start(Panel panel, int slot, List<Columns> parts, BooleanSupplier between) {
        work.setReady(0);
        this.between = between;
        lanes.forEach(lane -> lane.cut(panel, slot, parts));
        if (share != null) {
            share.begin(lanes.getFirst().multiplyAdds(), lanes.getLast().multiplyAdds(), timers.now());
        }
        pool.startOutsideTeam(lanes.stream().map(lane -> new Queue(lane.count() + lane.helpers(), lane.workers(),
                (task, worker) -> run(lane, task, worker, between))).toList());
        if (!pool.canShare()) {
            pool.admitAll();
        }
    }

    private void run(Lane lane, int task, int worker, BooleanSupplier between) {
        long begin = timers.now();
        lane.run(task, worker, between);
        if (share != null && lane.number() == ColumnWork.HOST_LANE) {
            share.hostDid(worker, begin, timers.now());
        } else if (share != null) {
            share.deviceDid(worker, timers.now());
        }
    }

    /**
     * Lets the members of the pool's team, which are the rank's thread and workers that have worked on panels with it, take tasks of the
     * update that {@link #start} began. Workers that do not submit to a device take tasks of the columns beside the device.
     */
    public void admitAll() {
        if (pool.canShare()) {
            if (share != null && !work.helps()) {
                share.letIn(timers.now());
            }
            pool.admitAll();
        }
    }

    /**
     * Notes that the swapped rows of one more part have come, in the order of the parts given to {@link #start}; its update may begin.
     * Called by the rank's thread, which looks at messages while it waits.
     */
    public void ready() {
        work.nextReady();
    }

    /**
     * Starts an update of columns whose swapped rows are there, and repeats it until {@link WorkerPool#abandon} is called. Serves to
     * measure other work of the rank's thread meanwhile.
     *
     * @param panel   the panel that is applied, which must have been prepared
     * @param slot    number of the slot in which the panel was prepared, 0 .. number of slots - 1
     * @param columns the columns, as the only part
     */
    public void startEndless(Panel panel, int slot, Columns columns) {
        int[] counts = new int[lanes.size()];
        for (Lane lane : lanes) {
            for (int s = 0; s < rowSets; s++) {
                int rowSet = s;
                pool.run(lane.packs(s), (task, worker) -> lane.pack(slot, rowSet, task, worker), Lane.NOTHING_BETWEEN);
                lane.leavePacks(s, 0);
            }
            lane.cut(panel, slot, List.of(columns));
            counts[lane.number()] = lane.count();
        }
        work.setReady(1);
        int count = Arrays.stream(counts).sum();
        pool.start(List.of(new Queue(count == 0 ? 0 : ENDLESS_TASKS, lanes.getFirst().workers(), (task, worker) -> {
            Lane lane = task % count < counts[0] ? lanes.getFirst() : lanes.getLast();
            lane.run(task % count - (lane.number() == 0 ? 0 : counts[0]), worker, Lane.NOTHING_BETWEEN);
        })));
    }
}
