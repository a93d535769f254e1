package hplhetero.blas;

/**
 * The trailing update by two BLAS calls a column task, for providers that cannot keep a packed panel:
 * nothing is packed ahead, a library packs L2 again at every call.
 *
 * <p>{@link #begin} is called by one thread; the caller orders it before the tasks, as the contract says.
 */
public final class PlainPanelUpdate implements PanelUpdate {
    private final DenseKernels kernels;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final int workers;
    private MatrixRef l1;
    private MatrixRef l2;

    /**
     * @param kernels whose dtrsm and dgemm do the work
     * @param maxRows the most rows of L2
     * @param maxCols the most columns of one column task
     * @param nb      the widest panel
     * @param workers the number of threads that will call it
     */
    public PlainPanelUpdate(DenseKernels kernels, int maxRows, int maxCols, int nb, int workers) {
        Shapes.checkPanelUpdate(maxRows, maxCols, nb, workers);
        this.kernels = kernels;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        this.workers = workers;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2) {
        Shapes.checkPanel(maxRows, nb, l1, l2);
        this.l1 = l1;
        this.l2 = l2;
        return 0;
    }

    @Override
    public void pack(int task) {
        throw new IllegalArgumentException("PanelUpdate.pack: task=" + task + ": this provider has no pack tasks");
    }

    @Override
    public void solve(int worker, MatrixRef ut) {
        Shapes.checkWorker(worker, workers);
        Shapes.checkSolve(maxCols, l1, ut);
        kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, l1, ut);
    }

    @Override
    public void multiply(int worker, MatrixRef ut, MatrixRef at) {
        Shapes.checkWorker(worker, workers);
        Shapes.checkMultiply(l2, ut, at);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, ut, l2, 1, at);
    }
}
