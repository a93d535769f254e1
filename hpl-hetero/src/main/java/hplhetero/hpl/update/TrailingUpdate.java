package hplhetero.hpl.update;

import java.lang.foreign.Arena;
import java.util.function.BooleanSupplier;

import hplhetero.blas.ColumnTasks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.hpl.Phase;
import hplhetero.hpl.grid.Place;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.swap.SwappedRows;
import hplhetero.hpl.timing.PhaseTimers;

/**
 * A rank's trailing update, cut into column tasks: fetch the swapped rows, U := L1^-1 U, A := A - L2 U.
 * A task touches its own columns only, so tasks need no order among themselves. Source: HPL_pdupdateTT.
 */
public final class TrailingUpdate {
    /** A product is cut at so many operations, 4 ms at 50 GFLOPS, where messages are on their way. */
    public static final double PART_FLOP = 2e8;

    private final Place place;
    private final LocalMatrix[] strips;
    private final WorkerPool pool;
    private final PhaseTimers timers;
    private final PanelUpdate[][] updates;
    private final ColumnTasks tasks;
    private final int leastPartRows;

    /**
     * @param strips the rank's local matrices
     * @param slots  panels that may be in use at once
     */
    public TrailingUpdate(Place place, LocalMatrix[] strips, DenseKernels kernels, int slots, WorkerPool pool, PhaseTimers timers,
            Arena arena) {
        this.place = place;
        this.strips = strips;
        this.pool = pool;
        this.timers = timers;
        int nb = place.map().nb();
        tasks = kernels.columnTasks(nb);
        leastPartRows = kernels.leastPartRows();
        int columns = place.strips().stream().mapToInt(strip -> strip.cols().size()).sum();
        int widest = Math.max(nb, Math.min(columns, taskColumns(columns)));
        updates = new PanelUpdate[slots][place.rowSets().size()];
        for (PanelUpdate[] slot : updates) {
            for (int s = 0; s < slot.length; s++) {
                slot[s] = kernels.panelUpdate(place.rowSets().get(s).rows().size(), widest, nb, pool.workers(), arena);
            }
        }
    }

    /** Bytes of work space, the kernels' packed panels included. */
    public static long bytes(Place place, int slots, int workers) {
        // kernels round up to whole tiles
        long nb = place.map().nb() + 16L;
        long packed = place.rowSets().stream().mapToLong(set -> 8L * (set.rows().size() + nb + 8) * nb).sum();
        long columns = place.strips().stream().mapToLong(strip -> strip.cols().size()).sum();
        long widest = Math.max(nb, Math.min(columns, ColumnTasks.LIBRARY.next(columns, workers)));
        long u = workers * 8L * nb * (widest + 24);
        return slots * (packed + u * place.rowSets().size());
    }

    /** Prepares a panel for all strips with the whole pool, which must be idle. */
    public void prepare(Panel panel, int slot) {
        for (int s = 0; s < updates[slot].length; s++) {
            PanelUpdate update = updates[slot][s];
            pool.run(update.begin(panel.l1(), panel.l2(s)), (task, worker) -> {
                long clock = System.nanoTime();
                update.pack(task);
                timers.add(worker, Phase.PACK, clock);
            }, () -> false);
        }
    }

    /** Prepares a panel for one strip on the calling thread, while the pool may be busy. */
    public void prepareAlone(Panel panel, int slot, int strip) {
        PanelUpdate update = updates[slot][strips[strip].rowSet()];
        long clock = System.nanoTime();
        int tasks = update.begin(panel.l1(), panel.l2(strips[strip].rowSet()));
        for (int task = 0; task < tasks; task++) {
            update.pack(task);
        }
        timers.add(0, Phase.PACK, clock);
    }

    /** How many columns the next task should have when {@code columns} are left to be dealt on this rank. */
    public int taskColumns(int columns) {
        return tasks.next(columns, pool.workers());
    }

    private int partRows(int jb, int width) {
        int rows = (int) (PART_FLOP / (2.0 * jb * Math.max(1, width)));
        return Math.max(leastPartRows, rows / PanelUpdate.ROW_UNIT * PanelUpdate.ROW_UNIT);
    }

    /**
     * One column task.
     *
     * @param rows   where the swapped rows lie for columns from {@code first} on
     * @param first  local column to which {@code rows} refers
     * @param column first local column of the task
     * @param width  its columns, &lt;= what {@link #taskColumns} gave, or nb
     * @param between called every few milliseconds of the product, so that messages do not wait for its end, until it
     *                says that there are none; null where there are none from the start
     */
    public void columns(int strip, Panel panel, int slot, SwappedRows rows, int first, int column, int width, int worker,
            BooleanSupplier between) {
        LocalMatrix a = strips[strip];
        PanelUpdate update = updates[slot][a.rowSet()];
        int jb = panel.width();
        boolean top = a.rows().owns(panel.k());
        int below = a.rows().start(panel.k() + 1);
        int m = a.rows().size() - below;
        boolean needed = m > 0 || top;
        long clock = System.nanoTime();
        fetch(update, rows, 8L * (column - first), needed ? jb : 0, width, worker);
        clock = timers.add(worker, Phase.SWAP, clock);
        if (!needed) {
            return;
        }
        update.solve(worker, width);
        clock = timers.add(worker, Phase.DTRSM, clock);
        if (top) {
            int row = a.rows().start(panel.k());
            for (int i = 0; i < jb; i++) {
                update.store(worker, i, a.address(row + i, column));
            }
            timers.add(worker, Phase.SWAP, clock);
        }
        multiply(update, a.transposed(below, column, m, width), between == null ? m : partRows(jb, width), worker, between);
    }

    /** Takes the rows of U, then moves the rows that leave: their places may hold rows of U. */
    private static void fetch(PanelUpdate update, SwappedRows rows, long offset, int wanted, int width, int worker) {
        for (int i = 0; i < wanted; i++) {
            update.load(worker, i, rows.u(i) + offset, width);
        }
        for (int r = 0; r < rows.moves(); r++) {
            OffHeap.copy(rows.from(r) + offset, rows.to(r) + offset, 8L * width);
        }
    }

    private void multiply(PanelUpdate update, MatrixRef at, int partRows, int worker, BooleanSupplier between) {
        int part = partRows;
        for (int from = 0, rows; from < at.cols(); from += rows) {
            if (from > 0 && !between.getAsBoolean()) {
                part = at.cols();
            }
            rows = Math.min(part, at.cols() - from);
            long clock = System.nanoTime();
            update.multiply(worker, from, at.window(0, from, at.rows(), rows));
            timers.add(worker, Phase.DGEMM, clock);
        }
    }
}
