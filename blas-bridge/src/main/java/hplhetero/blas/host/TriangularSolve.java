package hplhetero.blas.host;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;

/** The computation U := L1^-1 U for a U whose rows are contiguous, which is how {@link PlainPanelUpdate} keeps U. */
public interface TriangularSolve {

    /** Returns a solve that uses the dtrsm and dgemm of these kernels. */
    static TriangularSolve byHalves(DenseKernels kernels) {
        return new SolveByHalves(kernels);
    }

    /**
     * Sets L1, which stays unchanged until the last solve.
     *
     * @param l1 jb x jb, unit lower triangular, column-major; its upper triangle is not read
     */
    void begin(MatrixRef l1);

    /**
     * Solves some columns of U.
     *
     * @param worker number of the calling worker; calls at the same time have different numbers and different columns
     * @param ut     transpose of these columns, with jb columns itself. Behind its rows up to a multiple of
     *               {@link PanelUpdate#COLUMN_UNIT}, and behind its columns up to a multiple of {@link PanelUpdate#ROW_UNIT}, lies memory
     *               of U whose content is unspecified
     */
    void solve(int worker, MatrixRef ut);
}
