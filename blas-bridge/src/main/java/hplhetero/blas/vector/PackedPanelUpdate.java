package hplhetero.blas.vector;

import static hplhetero.blas.vector.Lanes.MR;
import static hplhetero.blas.vector.Lanes.NR;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Shapes;

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
 * L1 is packed as L2 is, including its diagonal blocks. A missing row or column at an edge is zero.
 */
final class PackedPanelUpdate implements PanelUpdate {
    /**
     * Elements of packed L2 that are fetched at once into the worker's own array. Long runs keep the hardware's
     * prefetcher going (1.5 ns a cache line from memory); the 8 rows of one micro-panel at a time cost ten times that
     * and 10 % of the whole update.
     */
    private static final int FETCH = 16 * 1024;
    /** Rows of L2 in one pack task. */
    private static final int PACK_ROWS = 64 * NR;

    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final long packedL1;
    private final long packedL2;
    private final long packedU;
    private final Worker[] workers;
    private MatrixRef l1;
    private MatrixRef l2;
    private int jb;
    private int paddedJb;

    /** One thread's share of the work space. */
    private static final class Worker {
        final double[] l;
        final double[] tile = new double[MR * NR];

        Worker(int paddedNb) {
            l = new double[Math.max(FETCH, NR * paddedNb)];
        }
    }

    PackedPanelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        int paddedNb = padded(nb, NR);
        packedL1 = arena.allocate(Math.max(64L, 8L * paddedNb * paddedNb), 4096).address();
        packedL2 = OffHeap.allocate(arena, 8L * padded(maxRows, NR) * nb).fill((byte) 0).address();
        packedU = OffHeap.allocate(arena, Math.max(64L, 8L * padded(maxCols, MR) * paddedNb)).address();
        this.workers = new Worker[workers];
        for (int w = 0; w < workers; w++) {
            this.workers[w] = new Worker(paddedNb);
        }
    }

    static int padded(int n, int unit) {
        return (n + unit - 1) / unit * unit;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2) {
        Shapes.checkPanel(maxRows, nb, l1, l2);
        this.l1 = l1;
        this.l2 = l2;
        jb = l1.cols();
        paddedJb = padded(jb, NR);
        return 1 + (l2.rows() + PACK_ROWS - 1) / PACK_ROWS;
    }

    @Override
    public void pack(int task) {
        if (task == 0) {
            packRows(l1, packedL1, 0, jb);
        } else {
            int from = (task - 1) * PACK_ROWS;
            packRows(l2, packedL2, from, Math.min(l2.rows(), from + PACK_ROWS));
        }
    }

    private void packRows(MatrixRef l, long packed, int from, int to) {
        long step = l.ld() * 8L;
        for (int i = from; i < to; i += NR) {
            long source = l.address() + i * 8L;
            long target = packed + 8L * i * jb;
            int rows = Math.min(NR, to - i);
            for (int k = 0; k < jb; k++, source += step, target += NR * 8L) {
                if (rows == NR) {
                    Lanes.copy(source, target, NR);
                } else {
                    Lanes.copyPadded(source, target, rows, NR);
                }
            }
        }
    }

    /** Address of the micro-panel that begins with a column. */
    private long u(int column) {
        return packedU + 8L * column * paddedJb;
    }

    @Override
    public void load(int row, int column, long address, int cols) {
        Shapes.checkWindow(row, l1, column, cols, maxCols);
        long target = u(column) + 8L * MR * row;
        for (int i = 0; i < cols; i += MR, target += 8L * MR * paddedJb) {
            Lanes.copyPadded(address + 8L * i, target, Math.min(MR, cols - i), MR);
        }
    }

    @Override
    public void store(int row, int column, long address, int cols) {
        Shapes.checkWindow(row, l1, column, cols, maxCols);
        long source = u(column) + 8L * MR * row;
        for (int i = 0; i < cols; i += MR, source += 8L * MR * paddedJb) {
            Lanes.copy(source, address + 8L * i, Math.min(MR, cols - i));
        }
    }

    @Override
    public void solve(int worker, int column, int cols) {
        Shapes.checkWorker(worker, workers.length);
        Shapes.checkWindow(0, l1, column, cols, maxCols);
        Worker w = workers[worker];
        long u = u(column);
        long panel = 8L * MR * paddedJb;
        long end = u + (cols + MR - 1) / MR * panel;
        clearMissingRows(u, end, panel);
        for (int k = 0; k < jb; k += NR) {
            int n = NR * Math.min(jb, k + NR);
            MemorySegment.copy(Lanes.ALL, ValueLayout.JAVA_DOUBLE, packedL1 + 8L * k * jb, w.l, 0, n);
            clearBeyond(w.l, n, NR * (k + NR));
            for (long x = u; x < end; x += panel) {
                long rows = x + 8L * MR * k;
                MicroKernel.product(k, x, MR * 8L, w.l, 0, w.tile);
                TriangleKernel.solve(w.tile, w.l, NR * k, rows);
            }
        }
    }

    /** Rows jb.. up to the padding, which no one loads. */
    private void clearMissingRows(long from, long end, long panel) {
        for (int k = jb; k < paddedJb; k++) {
            for (long x = from; x < end; x += panel) {
                Lanes.copyPadded(0, x + 8L * MR * k, 0, MR);
            }
        }
    }

    /** The last block of a panel that is no multiple of NR wide has rows that do not exist: their factors are zero. */
    private static void clearBeyond(double[] l, int from, int to) {
        for (int i = from; i < to; i++) {
            l[i] = 0.0;
        }
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixRef at) {
        Shapes.checkWorker(worker, workers.length);
        Shapes.checkMultiply(l1, l2, column, maxCols, from, at);
        Worker w = workers[worker];
        int most = Math.max(NR, FETCH / Math.max(1, jb) / NR * NR);
        for (int j = 0; j < at.cols(); j += most) {
            int rows = Math.min(most, at.cols() - j);
            MemorySegment.copy(Lanes.ALL, ValueLayout.JAVA_DOUBLE, packedL2 + 8L * (from + j) * jb, w.l, 0, padded(rows, NR) * jb);
            multiply(w, u(column), at, j, rows);
        }
    }

    /** Rows j .. j + rows - 1 of this part of A with the micro-panels of L2 that have been fetched. */
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
