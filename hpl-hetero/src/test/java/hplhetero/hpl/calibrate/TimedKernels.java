package hplhetero.hpl.calibrate;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/**
 * Kernels that compute nothing and put a clock ahead by the time that a processor of a given rate would take. Like the kernels of a rank
 * that is slowed on purpose, they pay a part of the time in lumps. Owner: one thread.
 */
final class TimedKernels implements DenseKernels {
    /** Seconds of a call besides its operations. */
    private static final double CALL_SECONDS = 1e-6;
    /** Columns at which products reach half of the full rate. */
    private static final double HALF_RATE_COLUMNS = 12;
    /** Seconds of sleep that a slowed rank pays at once. */
    private static final double LUMP_SECONDS = 5e-4;
    /** Share of the time that is paid in lumps. */
    private static final double LUMPED_SHARE = 0.5;

    private final double gflops;
    private final double noise;
    private final Random random;
    private double nanos;
    private double owed;

    /**
     * Makes kernels whose clock shows 0.
     *
     * @param gflops rate of large products, in GFLOPS
     * @param noise  standard deviation of a call's time, as a share of it
     * @param seed   seed of the noise
     */
    TimedKernels(double gflops, double noise, long seed) {
        this.gflops = gflops;
        this.noise = noise;
        random = new Random(seed);
    }

    /** Returns the time that all calls so far would have taken, in nanoseconds. */
    long nanoTime() {
        return (long) nanos;
    }

    private void take(double flop, int columns) {
        double rate = gflops * 1e9 * columns / (columns + HALF_RATE_COLUMNS);
        double seconds = (CALL_SECONDS + flop / rate) * Math.max(0.3, 1 + noise * random.nextGaussian());
        owed += LUMPED_SHARE * seconds;
        nanos += 1e9 * (1 - LUMPED_SHARE) * seconds;
        if (owed > LUMP_SECONDS) {
            nanos += 1e9 * owed;
            owed = 0;
        }
    }

    @Override
    public String name() {
        return "timed";
    }

    @Override
    public String description() {
        return gflops + " GFLOPS";
    }

    @Override
    public boolean reproducible() {
        return true;
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c) {
        int inner = transA == Transpose.NO ? a.cols() : a.rows();
        take(2.0 * c.rows() * c.cols() * inner, inner);
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        take((double) b.rows() * b.cols() * a.rows(), a.rows());
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        take(2.0 * a.rows() * a.cols(), 1);
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        take((double) a.rows() * a.cols(), 1);
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        take(2.0 * a.rows() * a.cols(), 1);
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        take(x.n(), 1);
    }

    @Override
    public int idamax(VectorRef x) {
        take(x.n(), 1);
        return 0;
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        return new Update();
    }

    /** An update that takes its time and changes nothing. */
    private final class Update implements PanelUpdate {
        private int jb;

        @Override
        public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
            jb = l1.cols();
            return 0;
        }

        @Override
        public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
            jb = l1.cols();
            return 0;
        }

        @Override
        public Completion submitted(int worker) {
            return () -> true;
        }

        @Override
        public void pack(int worker, int task) {
            throw new AssertionError("begin has told of no such tasks");
        }

        @Override
        public void load(int worker, int row, int column, long address, int w) {
            take(w, 1);
        }

        @Override
        public void move(int worker, long from, long to, int w) {
            take(w, 1);
        }

        @Override
        public void solve(int worker, int column, int w) {
            take((double) jb * jb * w, jb);
        }

        @Override
        public void store(int worker, int row, int column, long address, int w) {
            take(w, 1);
        }

        @Override
        public void multiply(int worker, int column, int from, MatrixHandle at) {
            take(2.0 * at.rows() * at.cols() * jb, jb);
        }

        @Override
        public void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
            multiply(worker, column, from, at);
        }
    }
}
