package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.MR;
import static hplhetero.blas.host.vector.Lanes.NR;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.host.HostPanelUpdate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * The trailing update on packed operands.
 *
 * <pre>
 * packed L2: micro-panels of NR rows      packed U: micro-panels of MR columns
 *   k = 0: row 0 .. NR-1                    row 0: column 0 .. MR-1
 *   k = 1: row 0 .. NR-1                    row 1: column 0 .. MR-1
 *   ... jb times, then the next NR rows     ... jb rows (padded to NR), then the next MR columns
 * </pre>
 *
 * A missing row or column at an edge is zero.
 */
final class PackedPanelUpdate implements HostPanelUpdate {
    /**
     * The number of elements of packed L2 that are fetched at once into a worker's own array. Long runs keep the hardware's prefetcher
     * going (1.5 ns a cache line from memory). Fetching the 8 rows of one micro-panel at a time would cost ten times as much, and 10 % of
     * the whole update.
     */
    private static final int FETCH_ELEMENTS = 16 * 1024;
    /** The number of rows of L2 in one pack task. */
    private static final int PACK_ROWS = 64 * NR;

    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final PackedTriangle triangle;
    private final long packedU;
    private final Worker[] workers;
    private MatrixRef l1;
    private int m;
    /** The rows of the panel that are to be packed; null where L2 was already packed. */
    private MatrixRef l2;
    /** The memory of packed L2, which the caller owns. */
    private MemorySegment packedL2;
    private int jb;
    private int paddedJb;

    /** The part of the work space that one thread uses: fetched L2, and a tile of the product. */
    private static final class Worker {
        final double[] l;
        final double[] tile = new double[MR * NR];

        Worker(int paddedNb) {
            l = new double[Math.max(FETCH_ELEMENTS, NR * paddedNb)];
        }
    }

    PackedPanelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        int paddedNb = PackedTriangle.padded(nb, NR);
        triangle = new PackedTriangle(nb, workers, arena);
        packedU = OffHeap.allocate(arena, Math.max(64L, 8L * PackedTriangle.padded(maxCols, MR) * paddedNb)).address();
        this.workers = new Worker[workers];
        for (int w = 0; w < workers; w++) {
            this.workers[w] = new Worker(paddedNb);
        }
    }

    /** Returns the size, in bytes, of packed L2 with {@code rows} rows and {@code jb} columns, its rows padded to whole micro-panels. */
    static long bytes(int rows, int jb) {
        return 8L * PackedTriangle.padded(rows, NR) * jb;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
        begin(l1, l2.rows(), l2.cols(), packed);
        this.l2 = l2;
        return 1 + (m + PACK_ROWS - 1) / PACK_ROWS;
    }

    @Override
    public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
        begin(l1, m, l1.cols(), packed);
        l2 = null;
        return 1;
    }

    private void begin(MatrixRef l1, int m, int columns, MemorySegment packed) {
        ArgumentChecks.checkPackedPanel(maxRows, nb, l1, m, columns, packed, bytes(m, columns));
        this.l1 = l1;
        this.m = m;
        packedL2 = packed;
        jb = columns;
        paddedJb = PackedTriangle.padded(jb, NR);
    }

    @Override
    public void pack(int worker, int task) {
        if (task == 0) {
            triangle.pack(l1);
        } else {
            int from = (task - 1) * PACK_ROWS;
            PackedTriangle.packRows(l2, packedL2.address(), from, Math.min(l2.rows(), from + PACK_ROWS));
        }
    }

    /** Returns the address of the micro-panel of U that begins with a column. */
    private long u(int column) {
        return packedU + 8L * column * paddedJb;
    }

    @Override
    public void load(int worker, int row, int column, long address, int cols) {
        ArgumentChecks.checkWindow(row, l1, column, cols, maxCols);
        long target = u(column) + 8L * MR * row;
        for (int i = 0; i < cols; i += MR, target += 8L * MR * paddedJb) {
            Lanes.copyPadded(address + 8L * i, target, Math.min(MR, cols - i), MR);
        }
    }

    @Override
    public void store(int worker, int row, int column, long address, int cols) {
        ArgumentChecks.checkWindow(row, l1, column, cols, maxCols);
        long source = u(column) + 8L * MR * row;
        for (int i = 0; i < cols; i += MR, source += 8L * MR * paddedJb) {
            Lanes.copy(source, address + 8L * i, Math.min(MR, cols - i));
        }
    }

    @Override
    public void solve(int worker, int column, int cols) {
        ArgumentChecks.checkWorker(worker, workers.length);
        ArgumentChecks.checkWindow(0, l1, column, cols, maxCols);
        triangle.solve(worker, u(column), 8L * MR, 8L * MR * paddedJb, cols);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixHandle handle) {
        ArgumentChecks.checkWorker(worker, workers.length);
        MatrixRef at = ArgumentChecks.checkMultiply(l1, m, column, maxCols, from, handle);
        Worker w = workers[worker];
        int most = Math.max(NR, FETCH_ELEMENTS / Math.max(1, jb) / NR * NR);
        for (int j = 0; j < at.cols(); j += most) {
            int rows = Math.min(most, at.cols() - j);
            MemorySegment.copy(Lanes.ALL, ValueLayout.JAVA_DOUBLE, packedL2.address() + 8L * (from + j) * jb, w.l, 0,
                    PackedTriangle.padded(rows, NR) * jb);
            multiply(w, u(column), at, j, rows);
        }
        Reference.reachabilityFence(packedL2);
    }

    /** Computes rows j .. j + rows - 1 of a part of A from the micro-panels of L2 that have been fetched. */
    private void multiply(Worker w, long u, MatrixRef at, int j, int rows) {
        long step = at.ld() * 8L;
        for (int r = 0; r < rows; r += NR) {
            long c = at.address() + (j + r) * step;
            int cols = Math.min(NR, rows - r);
            for (int i = 0; i < at.rows(); i += MR) {
                Prefetch.tile(c + 8L * i, step, cols);
                MicroKernel.product(jb, u + 8L * i * paddedJb, MR * 8L, w.l, r * jb, w.tile);
                MicroKernel.subtract(w.tile, c + 8L * i, step, Math.min(MR, at.rows() - i), cols);
            }
        }
    }
}
