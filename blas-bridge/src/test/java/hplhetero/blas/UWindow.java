package hplhetero.blas;

/** The calls of a {@link PanelUpdate} for one window of U. */
final class UWindow {

    private UWindow() {
    }

    /** {@code ut} is w x jb: in the permuted rows, out U, transposed. */
    static void solve(PanelUpdate update, int worker, int column, MatrixRef ut) {
        for (int row = 0; row < ut.cols(); row++) {
            update.load(worker, row, column, ut.column(0, row, ut.rows()).address(), ut.rows());
        }
        update.solve(worker, column, ut.rows());
        for (int row = 0; row < ut.cols(); row++) {
            update.store(worker, row, column, ut.column(0, row, ut.rows()).address(), ut.rows());
        }
        await(update, worker);
    }

    /** Until all is done that the worker has submitted. */
    static void await(PanelUpdate update, int worker) {
        Completion submitted = update.submitted(worker);
        while (!submitted.poll()) {
            Thread.onSpinWait();
        }
    }
}
