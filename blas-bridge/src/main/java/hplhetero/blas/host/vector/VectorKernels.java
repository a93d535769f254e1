package hplhetero.blas.host.vector;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.UpdateTasks;
import hplhetero.blas.VectorRef;
import java.lang.foreign.Arena;

/** The BLAS calls of HPL on the Vector API, without state except for each thread's work space. */
final class VectorKernels implements DenseKernels {

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public String description() {
        return "Java Vector API, " + Lanes.SPECIES.vectorBitSize() + "-bit vectors, " + Lanes.MR + "x" + Lanes.NR + " tiles"
                + (Prefetch.ACTIVE ? ", prefetch" : ", no prefetch");
    }

    @Override
    public boolean reproducible() {
        return true;
    }

    @Override
    public boolean bytecode() {
        return true;
    }

    @Override
    public void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta,
            MatrixRef c) {
        ArgumentChecks.checkGemm(transA, transB, a, b, c);
        Gemm.multiply(transA, transB, alpha, a, b, beta, c);
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a,
            MatrixRef b) {
        ArgumentChecks.checkTrsm(side, a, b);
        Gemm.scale(alpha, b);
        if (alpha != 0) {
            Trsm.of(a, triangle, transA, diagonal).solve(side, b);
        }
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        ArgumentChecks.checkGemv(transA, a, x, y);
        if (beta != 1) {
            for (int i = 0; i < y.n(); i++) {
                y.set(i, beta == 0 ? 0.0 : beta * y.get(i));
            }
        }
        if (alpha == 0) {
            return;
        }
        if (transA == Transpose.NO && y.increment() == 1) {
            columns(alpha, a, x, y);
        } else if (transA == Transpose.YES && x.increment() == 1) {
            rows(alpha, a, x, y);
        } else {
            elements(transA, alpha, a, x, y);
        }
    }

    /** Computes y := y + alpha A x, column by column. */
    private static void columns(double alpha, MatrixRef a, VectorRef x, VectorRef y) {
        long step = 8L * a.ld();
        int j = 0;
        for (; j + 4 <= a.cols(); j += 4) {
            VectorOps.axpy4(alpha * x.get(j), alpha * x.get(j + 1), alpha * x.get(j + 2), alpha * x.get(j + 3),
                    a.address() + j * step, step, y.address(), a.rows());
        }
        for (; j < a.cols(); j++) {
            VectorOps.axpy(alpha * x.get(j), a.address() + j * step, y.address(), a.rows());
        }
    }

    /** Computes y := y + alpha A^T x, four columns of A at a time, so that these come from memory together. */
    private static void rows(double alpha, MatrixRef a, VectorRef x, VectorRef y) {
        long step = 8L * a.ld();
        int j = 0;
        for (; j + 4 <= a.cols() && y.increment() == 1; j += 4) {
            VectorOps.dot4(alpha, a.address() + j * step, step, x.address(), a.rows(), y.address() + 8L * j);
        }
        for (; j < a.cols(); j++) {
            y.set(j, Math.fma(alpha, VectorOps.dot(a.address() + j * step, x.address(), a.rows()), y.get(j)));
        }
    }

    private static void elements(Transpose trans, double alpha, MatrixRef a, VectorRef x, VectorRef y) {
        for (int i = 0; i < y.n(); i++) {
            double sum = y.get(i);
            for (int j = 0; j < x.n(); j++) {
                sum = Math.fma(trans == Transpose.NO ? a.get(i, j) : a.get(j, i), alpha * x.get(j), sum);
            }
            y.set(i, sum);
        }
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        ArgumentChecks.checkTrsv(a, x);
        int n = x.n();
        boolean ascending = (triangle == Triangle.LOWER) == (transA == Transpose.NO);
        for (int step = 0; step < n; step++) {
            int j = ascending ? step : n - 1 - step;
            double xj = x.get(j);
            for (int s = ascending ? 0 : n - 1; s != j; s += ascending ? 1 : -1) {
                xj = Math.fma(-(transA == Transpose.NO ? a.get(j, s) : a.get(s, j)), x.get(s), xj);
            }
            x.set(j, diagonal == Diagonal.UNIT ? xj : xj / a.get(j, j));
        }
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        ArgumentChecks.checkGer(x, y, a);
        for (int j = 0; j < a.cols(); j++) {
            double factor = alpha * y.get(j);
            if (x.increment() == 1) {
                VectorOps.axpy(factor, x.address(), a.address() + 8L * j * a.ld(), a.rows());
            } else {
                for (int i = 0; i < a.rows(); i++) {
                    a.set(i, j, Math.fma(x.get(i), factor, a.get(i, j)));
                }
            }
        }
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        if (x.increment() == 1) {
            VectorOps.scale(alpha, x.address(), x.n());
        } else {
            for (int i = 0; i < x.n(); i++) {
                x.set(i, alpha == 0 ? 0.0 : alpha * x.get(i));
            }
        }
    }

    @Override
    public int idamax(VectorRef x) {
        if (x.n() == 0) {
            return -1;
        }
        if (x.increment() == 1) {
            return VectorOps.firstLargest(x.address(), x.n());
        }
        int best = 0;
        for (int i = 1; i < x.n(); i++) {
            best = Math.abs(x.get(i)) > Math.abs(x.get(best)) ? i : best;
        }
        return best;
    }

    /** {@inheritDoc} These kernels pack no operand in a call, so that the least part suffices. */
    @Override
    public int leastPartRows() {
        return PanelUpdate.ROW_UNIT;
    }

    @Override
    public UpdateTasks updateTasks(int nb) {
        return UpdateTasks.packed(nb);
    }

    @Override
    public long packedBytes(int rows, int jb) {
        return PackedPanelUpdate.bytes(rows, jb);
    }

    @Override
    public String packedForm() {
        return "vector " + Lanes.NR;
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        ArgumentChecks.checkPanelUpdate(maxRows, maxCols, nb, workers);
        return new PackedPanelUpdate(maxRows, maxCols, nb, workers, arena);
    }
}
