package hplhetero.blas;

/** The calls of a {@link PanelUpdate} for one column task. */
final class ColumnTask {

    private ColumnTask() {
    }

    /** {@code ut} is w x jb: in the permuted rows, out U, transposed. */
    static void solve(PanelUpdate update, int worker, MatrixRef ut) {
        for (int row = 0; row < ut.cols(); row++) {
            update.load(worker, row, ut.column(0, row, ut.rows()).address(), ut.rows());
        }
        update.solve(worker, ut.rows());
        for (int row = 0; row < ut.cols(); row++) {
            update.store(worker, row, ut.column(0, row, ut.rows()).address());
        }
    }
}
