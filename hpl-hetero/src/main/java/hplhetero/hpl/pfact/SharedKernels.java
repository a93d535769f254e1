package hplhetero.hpl.pfact;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.hpl.workers.WorkerTeam;
import java.lang.foreign.Arena;

/**
 * Kernels that share the work on a panel's long columns, and triangular solves with many right-hand sides, among the members of the rank's
 * team. Each member has rows of its own, which hardly change from call to call and so stay in its cache. One thread does short calls, and
 * calls that cannot be cut. Results are bit for bit those of the underlying kernels, where these are reproducible. Owner: the rank's
 * thread.
 */
public final class SharedKernels implements DenseKernels {
    /** Fewest operations for which a part is worth sharing: some microseconds. */
    private static final double LEAST_FLOP = 60_000;
    private static final int LEAST_ELEMENTS = 3_000;
    private static final int ROW_UNIT = 8;
    /**
     * Number of members of which one takes no part. A member that is late, since its core has something else to do, makes all others wait.
     */
    private static final int MEMBERS_PER_SPARE = 8;

    private final DenseKernels kernels;
    private final WorkerTeam team;
    private final PhaseTimers timers;
    /** Index of the first element of largest magnitude that each part has found, indexed by part. */
    private final int[] largestAt;
    /** Largest magnitude that each part has found, indexed by part. */
    private final double[] largest;

    private SharedKernels(DenseKernels kernels, WorkerPool pool, PhaseTimers timers) {
        this.kernels = kernels;
        this.timers = timers;
        team = pool.team();
        largestAt = new int[pool.workers()];
        largest = new double[pool.workers()];
    }

    /**
     * Returns kernels that share their work among the pool's workers, the rank's own thread included. Returns {@code kernels} themselves
     * where there is one worker, or where idle workers sleep because others need their cores: to wake them would take longer than the work.
     *
     * @param kernels kernels that compute each worker's part
     * @param pool    workers of the rank
     * @param timers  take the seconds of the other workers; the caller adds those of the rank's own thread
     */
    public static DenseKernels of(DenseKernels kernels, WorkerPool pool, PhaseTimers timers) {
        return pool.workers() > 1 && pool.canShare() ? new SharedKernels(kernels, pool, timers) : kernels;
    }

    /** Work on some rows or columns. */
    interface Range {
        /**
         * Does the work on one part.
         *
         * @param part  number of the part
         * @param from  first row or column of the part
         * @param count number of its rows or columns
         */
        void at(int part, int from, int count);
    }

    /**
     * Cuts {@code m} rows or columns into parts of at least {@code least} and does the work on all of them.
     *
     * @return the number of parts
     */
    int share(int m, double least, Range work) {
        int parts = Math.clamp((long) (m / Math.max(1, least)), 1, team.size() - team.size() / MEMBERS_PER_SPARE);
        int height = (m + parts * ROW_UNIT - 1) / (parts * ROW_UNIT) * ROW_UNIT;
        if (parts == 1) {
            work.at(0, 0, m);
            return 1;
        }
        team.share(parts, (part, worker) -> {
            long clock = timers.now();
            int from = part * height;
            if (from < m) {
                work.at(part, from, Math.min(height, m - from));
            }
            if (worker != 0) {
                timers.add(worker, Phase.FACTORIZATION, clock);
            }
        });
        return (m + height - 1) / height;
    }

    private static VectorRef part(VectorRef x, int from, int n) {
        return new VectorRef(x.segment(), x.offset() + (long) from * x.increment(), n, x.increment());
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c) {
        if (transA != Transpose.NO || c.rows() == 0 || c.cols() == 0 || a.rows() != c.rows()) {
            kernels.dgemm(transA, transB, alpha, a, b, beta, c);
            return;
        }
        share(c.rows(), LEAST_FLOP / (2.0 * c.cols() * Math.max(1, a.cols())), (part, from, rows) -> kernels.dgemm(transA, transB, alpha,
                a.window(from, 0, rows, a.cols()), b, beta, c.window(from, 0, rows, c.cols())));
    }

    /**
     * Does one step of a right-looking factorization in one call: X := X / pivot, A := A - X Y^T, and the search for the next pivot.
     *
     * @param pivot the pivot
     * @param x     column below the pivot, as long as A has rows
     * @param y     row right of the pivot, as long as A has columns
     * @param a     trailing rows and columns of the panel
     * @return index of the first element of largest magnitude in A's first column; -1 when A has none
     */
    int eliminate(double pivot, VectorRef x, VectorRef y, MatrixRef a) {
        boolean more = a.cols() > 0 && a.rows() > 0;
        int parts = share(x.n(), (double) LEAST_ELEMENTS / Math.max(1, a.cols()), (part, from, rows) -> {
            VectorRef mine = part(x, from, rows);
            kernels.dscal(1.0 / pivot, mine);
            if (more) {
                MatrixRef trailing = a.window(from, 0, rows, a.cols());
                kernels.dger(-1.0, mine, y, trailing);
                largest(part, from, trailing.column(0, 0, rows));
            }
        });
        return more ? largestOf(parts) : -1;
    }

    private void largest(int part, int from, VectorRef mine) {
        int at = kernels.idamax(mine);
        largestAt[part] = from + at;
        largest[part] = Math.abs(mine.get(at));
    }

    /** Returns the index of the largest element that the parts have found, the first one where several are equal. */
    private int largestOf(int parts) {
        int best = 0;
        for (int part = 1; part < parts; part++) {
            if (largest[part] > largest[best]) {
                best = part;
            }
        }
        return largestAt[best];
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        if (transA != Transpose.NO || a.cols() == 0 || a.rows() != y.n()) {
            kernels.dgemv(transA, alpha, a, x, beta, y);
            return;
        }
        share(a.rows(), (double) LEAST_ELEMENTS / a.cols(), (part, from, rows) -> kernels.dgemv(transA, alpha,
                a.window(from, 0, rows, a.cols()), x, beta, part(y, from, rows)));
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        if (a.cols() == 0 || a.rows() != x.n()) {
            kernels.dger(alpha, x, y, a);
            return;
        }
        share(a.rows(), (double) LEAST_ELEMENTS / a.cols(), (part, from, rows) -> kernels.dger(alpha, part(x, from, rows), y,
                a.window(from, 0, rows, a.cols())));
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        share(x.n(), LEAST_ELEMENTS, (part, from, n) -> kernels.dscal(alpha, part(x, from, n)));
    }

    @Override
    public int idamax(VectorRef x) {
        if (x.n() == 0) {
            return kernels.idamax(x);
        }
        return largestOf(share(x.n(), LEAST_ELEMENTS, (part, from, n) -> largest(part, from, part(x, from, n))));
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        if (side != Side.LEFT || b.cols() == 0) {
            kernels.dtrsm(side, triangle, transA, diagonal, alpha, a, b);
            return;
        }
        share(b.cols(), LEAST_FLOP / ((double) b.rows() * b.rows() + 1), (part, from, cols) -> kernels.dtrsm(side, triangle, transA,
                diagonal, alpha, a, b.window(0, from, b.rows(), cols)));
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        kernels.dtrsv(triangle, transA, diagonal, a, x);
    }

    @Override
    public String name() {
        return kernels.name();
    }

    @Override
    public String description() {
        return kernels.description();
    }

    @Override
    public boolean reproducible() {
        return kernels.reproducible();
    }

    /**
     * Refuses: updates are submitted to the underlying kernels.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        throw new UnsupportedOperationException("SharedKernels.panelUpdate: these kernels factor panels");
    }
}
