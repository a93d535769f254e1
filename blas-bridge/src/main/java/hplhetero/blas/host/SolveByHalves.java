package hplhetero.blas.host;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Diagonal;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.Side;
import hplhetero.blas.Transpose;
import hplhetero.blas.Triangle;

/**
 * A triangular solve that halves the panel and calls dgemm between the halves, because a library's triangular solve is several times slower
 * than its product.
 */
final class SolveByHalves implements TriangularSolve {
    /** The number of columns of L1 that one call of dtrsm takes. */
    private static final int LEAF_COLUMNS = 32;

    private final DenseKernels kernels;
    private MatrixRef l1;

    SolveByHalves(DenseKernels kernels) {
        this.kernels = kernels;
    }

    @Override
    public void begin(MatrixRef l1) {
        this.l1 = l1;
    }

    @Override
    public void solve(int worker, MatrixRef ut) {
        solve(ut, 0, ut.cols());
    }

    /** Solves columns from..to-1 of U^T. */
    private void solve(MatrixRef ut, int from, int to) {
        int n = to - from;
        if (n <= LEAF_COLUMNS) {
            kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, l1.window(from, from, n, n), columns(ut, from, n));
            return;
        }
        int middle = from + (n / 2 + LEAF_COLUMNS - 1) / LEAF_COLUMNS * LEAF_COLUMNS;
        solve(ut, from, middle);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, columns(ut, from, middle - from),
                l1.window(middle, from, to - middle, middle - from), 1,
                columns(ut, middle, to - middle));
        solve(ut, middle, to);
    }

    private static MatrixRef columns(MatrixRef ut, int from, int n) {
        return ut.window(0, from, ut.rows(), n);
    }
}
