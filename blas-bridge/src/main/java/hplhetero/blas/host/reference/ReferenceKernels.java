package hplhetero.blas.host.reference;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;
import hplhetero.blas.VectorRef;
import hplhetero.blas.host.PlainPanelUpdate;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;

/** The definitions of the BLAS written as loops, without state. */
final class ReferenceKernels implements DenseKernels {

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String description() {
        return "plain loops in Java";
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
        multiply(alpha, Strided.of(transA, a), Strided.of(transB, b), beta, Strided.of(Transpose.NO, c));
    }

    @Override
    public void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a,
            MatrixRef b) {
        ArgumentChecks.checkTrsm(side, a, b);
        // B op(A)^-1 is the transpose of op(A)^-T B^T
        Strided factor = Strided.of(transA, a);
        Strided unknown = Strided.of(Transpose.NO, b);
        boolean lower = (triangle == Triangle.LOWER) == (transA == Transpose.NO);
        scale(alpha, unknown);
        if (alpha == 0) {
            return;
        }
        if (side == Side.LEFT) {
            solve(lower, diagonal, factor, unknown);
        } else {
            solve(!lower, diagonal, factor.transposed(), unknown.transposed());
        }
    }

    @Override
    public void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y) {
        ArgumentChecks.checkGemv(transA, a, x, y);
        multiply(alpha, Strided.of(transA, a), Strided.of(x), beta, Strided.of(y));
    }

    @Override
    public void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x) {
        ArgumentChecks.checkTrsv(a, x);
        boolean lower = (triangle == Triangle.LOWER) == (transA == Transpose.NO);
        solve(lower, diagonal, Strided.of(transA, a), Strided.of(x));
    }

    @Override
    public void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a) {
        ArgumentChecks.checkGer(x, y, a);
        multiply(alpha, Strided.of(x), Strided.of(y).transposed(), 1, Strided.of(Transpose.NO, a));
    }

    @Override
    public void dscal(double alpha, VectorRef x) {
        for (int i = 0; i < x.n(); i++) {
            x.set(i, alpha * x.get(i));
        }
    }

    @Override
    public int idamax(VectorRef x) {
        int largest = x.n() == 0 ? -1 : 0;
        for (int i = 1; i < x.n(); i++) {
            if (Math.abs(x.get(i)) > Math.abs(x.get(largest))) {
                largest = i;
            }
        }
        return largest;
    }

    @Override
    public PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena) {
        return new PlainPanelUpdate(this, TriangularSolve.byHalves(this), maxRows, maxCols, nb, workers, arena);
    }

    /** Computes C := alpha A B + beta C. With alpha = 0 neither A nor B is read. */
    private static void multiply(double alpha, Strided a, Strided b, double beta, Strided c) {
        scale(beta, c);
        if (alpha == 0) {
            return;
        }
        for (int j = 0; j < c.cols(); j++) {
            for (int l = 0; l < a.cols(); l++) {
                double factor = alpha * b.get(l, j);
                for (int i = 0; i < c.rows(); i++) {
                    c.set(i, j, c.get(i, j) + a.get(i, l) * factor);
                }
            }
        }
    }

    /** Computes C := beta C. With beta = 0 elements are overwritten without being read. */
    private static void scale(double beta, Strided c) {
        if (beta == 1) {
            return;
        }
        for (int j = 0; j < c.cols(); j++) {
            for (int i = 0; i < c.rows(); i++) {
                c.set(i, j, beta == 0 ? 0 : beta * c.get(i, j));
            }
        }
    }

    /** Computes X := A^-1 X by substitution, from the top when A is lower triangular, else from the bottom. */
    private static void solve(boolean lower, Diagonal diagonal, Strided a, Strided x) {
        int n = a.rows();
        for (int step = 0; step < n; step++) {
            int k = lower ? step : n - 1 - step;
            if (diagonal == Diagonal.NON_UNIT) {
                divide(x, k, a.get(k, k));
            }
            for (int i = lower ? k + 1 : 0; i < (lower ? n : k); i++) {
                eliminate(x, i, k, a.get(i, k));
            }
        }
    }

    private static void divide(Strided x, int row, double divisor) {
        for (int j = 0; j < x.cols(); j++) {
            x.set(row, j, x.get(row, j) / divisor);
        }
    }

    private static void eliminate(Strided x, int row, int from, double factor) {
        for (int j = 0; j < x.cols(); j++) {
            x.set(row, j, x.get(row, j) - factor * x.get(from, j));
        }
    }
}
