package hplhetero.bench.cores;

import hplhetero.blas.Completion;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.UpdateTasks;
import hplhetero.blas.VectorRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Kernels that compute nothing and take the virtual time of a model. They read and write no memory but for one element of each column of a
 * panel, its pivot, whose row is drawn at random as that of HPL's matrix is.
 */
public final class ModelledKernels implements DenseKernels {
    /** Number of rows of L2 in one pack task, as in the kernels of {@code vector}. */
    private static final int PACK_ROWS = 512;
    private static final int STRIDE = 16;

    private final VirtualCores cores;
    private final CoreModel model;
    private final SplittableRandom random = new SplittableRandom(1);

    /** Makes kernels of cores that are all as the model says. */
    public ModelledKernels(VirtualCores cores, CoreModel model) {
        this.cores = cores;
        this.model = model;
    }

    @Override
    public String name() {
        return "modelled";
    }

    @Override
    public String description() {
        return model.toString();
    }

    @Override
    public boolean reproducible() {
        return true;
    }

    @Override
    public UpdateTasks updateTasks(int nb) {
        return UpdateTasks.packed(nb);
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c) {
        cores.compute(model.product(c.rows(), c.cols(), transA == Transpose.NO ? a.cols() : a.rows()));
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b) {
        cores.compute(model.solve(a.rows(), side == Side.LEFT ? b.cols() : b.rows()));
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        cores.compute(model.pass((double) a.rows() * a.cols()));
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        cores.compute(model.pass((double) a.rows() * a.cols() / 2));
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        cores.compute(model.pass(2.0 * a.rows() * a.cols()));
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        cores.compute(model.pass(2.0 * x.n()));
    }

    @Override
    public int idamax(VectorRef x) {
        cores.compute(model.pass(x.n()));
        if (x.n() == 0) {
            return -1;
        }
        int at = random.nextInt(x.n());
        x.set(at, 1);
        return at;
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        return new Update(workers);
    }

    /** A trailing update that only takes time. The copies of single rows count with the kernel that follows them. */
    private final class Update implements PanelUpdate {
        /** Seconds that each worker has copied rows for and not yet taken, at index worker x {@link #STRIDE}. Written by this worker. */
        private final double[] owed;
        private int m;
        private int jb;

        Update(int workers) {
            owed = new double[workers * STRIDE];
        }

        private void owe(int worker, double seconds) {
            owed[worker * STRIDE] += seconds;
        }

        private void settle(int worker, double seconds) {
            double all = owed[worker * STRIDE] + seconds;
            owed[worker * STRIDE] = 0;
            cores.compute(all);
        }

        @Override
        public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
            m = l2.rows();
            jb = l1.cols();
            return 1 + Math.ceilDiv(m, PACK_ROWS);
        }

        @Override
        public int beginPacked(MatrixRef l1, int rows, MemorySegment packed) {
            m = rows;
            jb = l1.cols();
            return 1;
        }

        @Override
        public Completion submitted(int worker) {
            return Completion.DONE;
        }

        @Override
        public void pack(int worker, int task) {
            int rows = task == 0 ? jb : Math.min(PACK_ROWS, m - (task - 1) * PACK_ROWS);
            cores.compute(model.copy((double) rows * jb));
        }

        @Override
        public void load(int worker, int row, int column, long address, int w) {
            owe(worker, model.copy(w));
        }

        @Override
        public void move(int worker, long from, long to, int w) {
            owe(worker, model.copy(w));
        }

        @Override
        public void solve(int worker, int column, int w) {
            settle(worker, model.solve(jb, w));
        }

        @Override
        public void store(int worker, int row, int column, long address, int w) {
            owe(worker, model.copy(w));
        }

        @Override
        public void multiply(int worker, int column, int from, MatrixHandle at) {
            settle(worker, model.update(at.cols(), at.rows(), jb));
        }

        @Override
        public void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
            settle(worker, model.update(at.cols(), at.rows(), jb) + model.copy((double) to.rows() * to.cols()));
        }
    }
}
