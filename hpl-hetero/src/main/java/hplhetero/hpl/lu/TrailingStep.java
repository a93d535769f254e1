package hplhetero.hpl.lu;

import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.swap.SwapParts;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.update.TrailingUpdate;
import hplhetero.hpl.workers.WorkerPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The trailing update: updates the block columns behind the look-ahead on all workers, part by part as their rows come. The rank's thread
 * polls messages between its tasks. The formulas use the names of {@link PanelSteps}. Owner: the rank's thread.
 */
final class TrailingStep {
    private final LocalLayout layout;
    private final PanelRing ring;
    private final LocalMatrix[] matrices;
    /** Index of the local matrix in each virtual column, or -1, indexed by virtual column. */
    private final int[] localColumn;
    private final RowSwap[] swaps;
    private final SwappedRows[][] rows;
    private final boolean multiThreaded;
    private final TrailingUpdate update;
    private final WorkerPool pool;
    private final PanelTeam team;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final List<TrailingUpdate.Columns> parts = new ArrayList<>();
    /** First local column that the current panel is prepared for, indexed by local matrix. */
    private final int[] first;
    private final BackgroundSwap swap;
    private final BooleanSupplier betweenTasks = this::pollBetweenTasks;
    private final BooleanSupplier withinProduct = this::pollWithinProduct;

    TrailingStep(LuWorkspace work) {
        layout = work.layout;
        ring = work.ring;
        matrices = work.matrices;
        localColumn = work.localColumn;
        swaps = work.swaps;
        rows = work.rows;
        multiThreaded = work.mode.multiThreaded();
        update = work.update;
        pool = work.pool;
        team = work.team;
        progress = work.progress;
        listener = work.listener;
        first = new int[matrices.length];
        swap = new BackgroundSwap(work, parts);
    }

    /** Begins a solve. Must be called before the matrices are copied to a device. */
    void begin() {
        update.begin();
    }

    /** Returns the share, 0..1, of the trailing update's work that the rank's workers computed beside its device. */
    double hostShare() {
        return update.hostShare();
    }

    /** Returns the seconds for which the rank waited for panels and columns on their way to or from its device. */
    double transferSeconds() {
        return update.transferSeconds();
    }

    /** Lets all workers prepare panel {@code k}, which has been received, for block columns from {@code fromBlock} on. */
    void prepare(int k, int fromBlock) {
        for (int s = 0; s < matrices.length; s++) {
            first[s] = layout.firstColumn(s, fromBlock);
        }
        update.prepare(ring.panel(k), ring.slot(k), first);
    }

    /**
     * Starts the trailing update of block columns from {@code fromBlock} on with panel {@code k}. Workers update the parts whose rows are
     * swapped. Where some rank has several workers, this method swaps the rows of all parts; else {@link #swapInBackground} does.
     *
     * @param looksAhead whether block column {@code fromBlock - 1} goes ahead of the others in this step
     */
    void start(int k, int fromBlock, boolean looksAhead) {
        parts.clear();
        double behind = 0;
        for (int s = 0; s < matrices.length; s++) {
            int from = layout.firstColumn(s, fromBlock);
            behind += (double) (matrices[s].cols().size() - from) * rowsBelow(s, k);
            addParts(s, from);
        }
        swap.prepare(k);
        if (multiThreaded) {
            swap.startFirst();
        }
        int ahead = looksAhead ? localColumn[layout.map().kappa()[fromBlock - 1]] : -1;
        team.form(ahead >= 0, ahead < 0 ? 0 : rowsBelow(ahead, k), layout.map().nb(), behind);
        // for each part J whose rows are there: U <- L1^-1 A(k, J); A(k+1:, J) <- A(k+1:, J) - L2 U
        update.start(ring.panel(k), ring.slot(k), parts, withinProduct);
        if (multiThreaded) {
            // A(k:, trailing:) <- P A(k:, trailing:), part by part
            swap.run();
        }
    }

    /**
     * Starts to swap the rows of the update's parts in the background, behind the messages of the next panel. Does nothing where some rank
     * has several workers: {@link #start} has swapped the rows then.
     */
    void swapInBackground() {
        if (!multiThreaded) {
            // A(k:, trailing:) <- P A(k:, trailing:), part by part
            swap.start();
        }
    }

    /** Waits until the device has done what steps have left to it. */
    void settle() {
        update.settle(betweenTasks);
    }

    /** Takes part in the trailing update with panel {@code k} until all of it is done, or left to the device. */
    void finish(int k) {
        team.ready();
        listener.updates(k);
        update.admitAll();
        pool.finish(betweenTasks);
        team.updated();
    }

    private int rowsBelow(int s, int k) {
        return matrices[s].rows().size() - matrices[s].rows().start(k + 1);
    }

    /** Returns the nanoseconds of this step in which rows were waited for and none could be updated. */
    long exposedNanos() {
        return swap.exposedNanos();
    }

    /** Adds the columns of local matrix {@code s} from {@code first} on, cut into as many parts as the row swap of the matrix prefers. */
    private void addParts(int s, int first) {
        int columns = matrices[s].cols().size() - first;
        SwapParts cut = swaps[s].parts();
        for (int part = 0, before = 0, count; before < columns; part++, before += count) {
            count = cut.columns(part, columns);
            parts.add(new TrailingUpdate.Columns(s, first + before, count, before, rows[s][part]));
        }
    }

    /** Polls messages within a product. Returns whether more messages are on their way. */
    private boolean pollWithinProduct() {
        pollBetweenTasks();
        return progress.busy();
    }

    private boolean pollBetweenTasks() {
        long clock = listener.now();
        swap.resetNanos();
        boolean moved = progress.poll();
        if (moved) {
            listener.moved(clock, swap.nanos());
        }
        return moved;
    }
}
