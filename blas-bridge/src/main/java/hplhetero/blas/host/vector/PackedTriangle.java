package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.MR;
import static hplhetero.blas.host.vector.Lanes.NR;

import hplhetero.blas.MatrixRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** L1 in the packed form of L2, including its diagonal blocks. Solves U := L1^-1 U for rows of U at any distance from each other. */
final class PackedTriangle {
    private final long packed;
    private final Worker[] workers;
    private int jb;

    /** The part of the work space that one thread uses: a block row of L1, and a tile of the product. */
    private static final class Worker {
        final double[] l;
        final double[] tile = new double[MR * NR];

        Worker(int paddedNb) {
            l = new double[NR * paddedNb];
        }
    }

    PackedTriangle(int nb, int workers, Arena arena) {
        int paddedNb = padded(nb, NR);
        packed = arena.allocate(Math.max(64L, 8L * paddedNb * paddedNb), 4096).address();
        this.workers = new Worker[workers];
        for (int w = 0; w < workers; w++) {
            this.workers[w] = new Worker(paddedNb);
        }
    }

    /** Returns {@code n} rounded up to a multiple of {@code unit}. */
    static int padded(int n, int unit) {
        return (n + unit - 1) / unit * unit;
    }

    /** Packs L1 of a panel, jb x jb, for {@link #solve}. */
    void pack(MatrixRef l1) {
        jb = l1.cols();
        packRows(l1, packed, 0, jb);
    }

    /**
     * Packs rows from..to-1 of a matrix into micro-panels of NR rows. Row i, a multiple of NR, begins 8 i jb bytes behind {@code packed},
     * where jb is the number of columns.
     *
     * @param l      the matrix, column-major
     * @param packed address of packed row 0
     * @param from   first row to pack, a multiple of NR
     * @param to     row after the last to pack
     */
    static void packRows(MatrixRef l, long packed, int from, int to) {
        int jb = l.cols();
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

    /**
     * Computes U := L1^-1 U. Also writes rows of U behind the last one, up to a multiple of NR, and columns up to a multiple of MR.
     *
     * @param worker    number of the calling thread
     * @param u         address of U's first element
     * @param rowStep   bytes from one row to the next within a group of MR columns
     * @param panelStep bytes from one group of MR columns to the next
     * @param cols      number of columns of U
     */
    void solve(int worker, long u, long rowStep, long panelStep, int cols) {
        Worker w = workers[worker];
        long end = u + (cols + MR - 1) / MR * panelStep;
        clearMissingRows(u, end, rowStep, panelStep);
        for (int k = 0; k < jb; k += NR) {
            int n = NR * Math.min(jb, k + NR);
            MemorySegment.copy(Lanes.ALL, ValueLayout.JAVA_DOUBLE, packed + 8L * k * jb, w.l, 0, n);
            clearBeyond(w.l, n, NR * (k + NR));
            for (long x = u; x < end; x += panelStep) {
                MicroKernel.product(k, x, rowStep, w.l, 0, w.tile);
                TriangleKernel.solve(w.tile, w.l, NR * k, x + rowStep * k, rowStep);
            }
        }
    }

    /** Sets rows jb and up, to the padding, to zero, because no caller loads them. */
    private void clearMissingRows(long from, long end, long rowStep, long panelStep) {
        for (int k = jb; k < padded(jb, NR); k++) {
            for (long x = from; x < end; x += panelStep) {
                Lanes.copyPadded(0, x + rowStep * k, 0, MR);
            }
        }
    }

    /**
     * Sets elements of the work space to zero. In a panel whose width is no multiple of NR, the last block has rows that do not exist, and
     * their factors must be zero.
     */
    private static void clearBeyond(double[] l, int from, int to) {
        for (int i = from; i < to; i++) {
            l[i] = 0.0;
        }
    }
}
