package hplhetero.blas.host.vector;

import static hplhetero.blas.host.vector.Lanes.MR;
import static hplhetero.blas.host.vector.Lanes.NR;

import hplhetero.blas.MatrixRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** L1 packed as L2 is, its diagonal blocks included, and U := L1^-1 U with it, wherever the rows of U lie. */
final class PackedTriangle {
    private final long packed;
    private final Worker[] workers;
    private int jb;

    /** One thread's share of the work space. */
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

    static int padded(int n, int unit) {
        return (n + unit - 1) / unit * unit;
    }

    void pack(MatrixRef l1) {
        jb = l1.cols();
        packRows(l1, packed, 0, jb);
    }

    /** Packs rows from..to-1 of a panel, from a multiple of NR on, to their place behind {@code packed}. */
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
     * U := L1^-1 U. Rows of U behind the last one, up to a multiple of NR, are written, as are columns up to a multiple of MR.
     *
     * @param u         address of U's first element
     * @param rowStep   bytes from one row to the next of the same MR columns
     * @param panelStep bytes from MR columns to the next MR
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

    /** Rows jb.. up to the padding, which no one loads. */
    private void clearMissingRows(long from, long end, long rowStep, long panelStep) {
        for (int k = jb; k < padded(jb, NR); k++) {
            for (long x = from; x < end; x += panelStep) {
                Lanes.copyPadded(0, x + rowStep * k, 0, MR);
            }
        }
    }

    /** The last block of a panel that is no multiple of NR wide has rows that do not exist: their factors are zero. */
    private static void clearBeyond(double[] l, int from, int to) {
        for (int i = from; i < to; i++) {
            l[i] = 0.0;
        }
    }
}
