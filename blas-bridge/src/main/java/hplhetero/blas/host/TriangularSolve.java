package hplhetero.blas.host;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;

/** U := L1^-1 U for a U whose rows are contiguous, as a {@link PlainPanelUpdate} keeps it. */
public interface TriangularSolve {

    /** By the dtrsm and dgemm of these kernels. */
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
     * Solves some columns.
     *
     * @param worker who calls; calls at the same time have different numbers, and other columns
     * @param ut     their transpose, of jb columns; what lies behind its rows up to a multiple of {@link PanelUpdate#COLUMN_UNIT}, and
     *               behind its columns up to a multiple of {@link PanelUpdate#ROW_UNIT}, is memory of U whose content is open
     */
    void solve(int worker, MatrixRef ut);
}
