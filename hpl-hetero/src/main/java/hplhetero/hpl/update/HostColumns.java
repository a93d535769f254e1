package hplhetero.hpl.update;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.HostPart;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last columns of each local matrix, in whole blocks, which the rank's workers update beside a device. There are none where the rank
 * has no device, or where its workers have no time. The column at which they begin changes between panel steps. Owner: the rank's thread.
 */
final class HostColumns {
    /** Order below which a matrix is factored before anything could be learnt. */
    private static final int LEAST_ORDER = 500;
    /** Least number of blocks that come back from the device at once, so that no block goes to and fro. */
    private static final int BLOCKS_BACK = 2;

    private final LocalMatrix[] matrices;
    /** Share of the columns that the host takes; null where the host takes none. */
    private final HostShare share;
    /** Updates of the host's columns with the panel of a slot, indexed by slot, then row set; empty where the host takes none. */
    private final PanelUpdate[][] updates;
    private final StepTasks tasks;
    private final int window;
    private final int ahead;
    private final int leastPartRows;
    /** Index of the first block whose columns are the host's, indexed by local matrix. */
    private final int[] firstBlock;
    /** Number of the panel's pack tasks that are left to the update, indexed by row set. */
    private final int[] packs;
    /** Number of the pack tasks left to the update that are not done. */
    private final AtomicInteger unpacked = new AtomicInteger();
    private PanelUpdate[] packing;

    private HostColumns(LocalLayout layout, LocalMatrix[] matrices, HostShare share, DenseKernels kernels, int slots, WorkerPool pool,
            Arena arena) {
        this.matrices = matrices;
        this.share = share;
        firstBlock = new int[matrices.length];
        Arrays.setAll(firstBlock, s -> matrices[s].cols().blockCount());
        int nb = layout.map().nb();
        UpdateTasks cut = kernels.updateTasks(nb);
        tasks = new StepTasks(cut.cut() == UpdateTasks.Cut.COLUMNS ? cut : UpdateTasks.packed(nb), pool.workers());
        UWorkspace space = UWorkspace.byColumns(layout, UpdateTasks.packed(nb).most(), pool.workers());
        window = space.window();
        ahead = space.ahead();
        leastPartRows = kernels.leastPartRows();
        packs = new int[layout.rowSets().size()];
        updates = new PanelUpdate[share == null ? 0 : slots][packs.length];
        for (PanelUpdate[] slot : updates) {
            for (int s = 0; s < slot.length; s++) {
                slot[s] = kernels.panelUpdate(layout.rowSets().get(s).rows().size(), space.columns(nb), nb, pool.workers(), arena);
            }
        }
    }

    static HostColumns of(LocalLayout layout, LocalMatrix[] matrices, DenseKernels kernels, int slots, WorkerPool pool, Arena arena) {
        Optional<HostPart> part = kernels.hostPart();
        HostShare share = part.map(host -> share(host, layout, kernels, pool)).orElse(null);
        return new HostColumns(layout, matrices, share, part.map(HostPart::kernels).orElse(kernels), slots, pool, arena);
    }

    /** Returns the share of the columns that the host takes; null where it would take none. A rank's only worker is needed for panels. */
    private static HostShare share(HostPart part, LocalLayout layout, DenseKernels kernels, WorkerPool pool) {
        if (pool.workers() == 1 || part.share().isEmpty() && layout.map().n() < LEAST_ORDER) {
            return null;
        }
        int submit = kernels.updateWorkers(pool.workers());
        HostShare share = new HostShare(part, submit < pool.workers() ? pool.workers() - submit : submit, pool.workers());
        return share.isFixed() || share.first() > 0 ? share : null;
    }

    boolean haveColumns() {
        return share != null;
    }

    HostShare share() {
        return share;
    }

    /** Returns the first column of a local matrix that is the host's; the matrix' number of columns where none is. */
    int from(int matrix) {
        return column(matrices[matrix].cols(), firstBlock[matrix]);
    }

    private static int column(BlockList cols, int block) {
        return block < cols.blockCount() ? cols.start(cols.block(block)) : cols.size();
    }

    PanelUpdate update(int slot, int rowSet) {
        return updates[slot][rowSet];
    }

    StepTasks tasks() {
        return tasks;
    }

    /** Returns the first column, in the work space for U, of the window for a worker's columns. */
    int window(int worker) {
        return worker * window;
    }

    /** Returns the first column, in the work space for U, of the window for the look-ahead's columns. */
    int ahead() {
        return ahead;
    }

    int leastPartRows() {
        return leastPartRows;
    }

    /**
     * Decides which columns are the host's from the begin of a solve on. Called before the matrices are copied to the device. Where the
     * share is measured, the last block is the host's: it might otherwise get none of a warm-up's few blocks, and its kernels would be
     * compiled within the clock.
     */
    void begin() {
        if (share != null) {
            share.reset();
            for (int s = 0; s < matrices.length; s++) {
                BlockList cols = matrices[s].cols();
                int most = share.isFixed() ? cols.blockCount() : Math.max(0, cols.blockCount() - 1);
                move(s, Math.min(most, block(cols, 0, share.first())), matrices[s].rows().size());
            }
        }
    }

    /**
     * Moves the column at which the host's columns begin to where it should be. Called while nothing is updated, and only where the host
     * {@link #haveColumns}.
     *
     * @param panel the panel that is applied next
     * @param first first local column that is still to be updated, indexed by local matrix
     */
    void shareOut(Panel panel, int[] first) {
        double work = 0;
        for (int s = 0; s < matrices.length; s++) {
            work += (double) (matrices[s].cols().size() - first[s]) * below(s, panel) * panel.width();
        }
        double wished = share.next(work);
        for (int s = 0; s < matrices.length; s++) {
            int left = firstFrom(matrices[s].cols(), first[s]);
            int now = Math.max(left, firstBlock[s]);
            int next = block(matrices[s].cols(), left, wished);
            boolean worthIt = next > now || share.isFixed() || now - next >= BLOCKS_BACK || next == left;
            if (left < matrices[s].cols().blockCount() && next != now && worthIt) {
                move(s, next, matrices[s].rows().start(panel.k()));
            }
        }
    }

    private int below(int s, Panel panel) {
        return matrices[s].rows().size() - matrices[s].rows().start(panel.k() + 1);
    }

    /** Returns the first block that begins at a column or behind it. */
    private static int firstFrom(BlockList cols, int column) {
        int block = 0;
        while (block < cols.blockCount() && column(cols, block) < column) {
            block++;
        }
        return block;
    }

    /**
     * Returns the block, of those from {@code from} on, at which the last columns of these begin that make up about {@code share} of them.
     */
    private static int block(BlockList cols, int from, double share) {
        double wished = cols.size() - share * (cols.size() - column(cols, from));
        int block = from;
        while (block < cols.blockCount() && (column(cols, block) + column(cols, block + 1)) / 2.0 <= wished) {
            block++;
        }
        return block;
    }

    private void move(int s, int block, int row) {
        matrices[s].memory().split(column(matrices[s].cols(), block), row);
        firstBlock[s] = block;
    }

    /** Returns whether a device has columns to update with a panel's rows of a row set, among the columns from {@code first} on. */
    boolean leaveSome(int rowSet, int[] first) {
        boolean some = share == null;
        for (int s = 0; s < matrices.length && !some; s++) {
            some = matrices[s].rowSet() == rowSet && first[s] < from(s);
        }
        return some;
    }

    /** Returns whether a device will have columns to update with a panel that has just been factored. */
    boolean mayLeaveSome(int rowSet, int k) {
        boolean some = share == null;
        for (int s = 0; s < matrices.length && !some; s++) {
            some = matrices[s].rowSet() == rowSet && matrices[s].cols().start(k) < from(s);
        }
        return some;
    }

    /**
     * Sets a panel for the host's columns.
     *
     * @return number of pack tasks that must be done before anything is updated; other pack tasks are left to {@link #pack}
     */
    int begin(Panel panel, int slot, int rowSet, int[] first) {
        packs[rowSet] = 0;
        boolean some = false;
        boolean next = false;
        for (int s = 0; s < matrices.length; s++) {
            boolean here = share != null && matrices[s].rowSet() == rowSet && first[s] < matrices[s].cols().size();
            some |= here && from(s) < matrices[s].cols().size();
            next |= here && from(s) <= first[s];
        }
        int all = some ? begin(panel, slot, rowSet) : 0;
        packs[rowSet] = next ? 0 : all;
        return next ? all : 0;
    }

    /**
     * Sets a panel for look-ahead columns that are the host's.
     *
     * @return number of pack tasks, all of which must be done before these columns are updated
     */
    int begin(Panel panel, int slot, int rowSet) {
        return updates[slot][rowSet].begin(panel.l1(), panel.l2(rowSet), panel.packed(rowSet));
    }

    /**
     * Makes the pack tasks that are left to the update ready to be done.
     *
     * @return number of these tasks
     */
    int packs(int slot) {
        int all = Arrays.stream(packs).sum();
        unpacked.set(all);
        packing = all == 0 ? null : updates[slot];
        return all;
    }

    /** Does one of the pack tasks that are left to the update. */
    void pack(int worker, int task) {
        try {
            int rowSet = 0;
            int own = task;
            while (own >= packs[rowSet]) {
                own -= packs[rowSet++];
            }
            packing[rowSet].pack(worker, own);
        } finally {
            // Workers that wait for the task must hear of its end, also where it has failed.
            unpacked.decrementAndGet();
        }
    }

    boolean arePacked() {
        return unpacked.get() <= 0;
    }
}
