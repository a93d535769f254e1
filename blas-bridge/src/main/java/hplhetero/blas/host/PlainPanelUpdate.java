package hplhetero.blas.host;

import hplhetero.blas.ArgumentChecks;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.Transpose;
import hplhetero.blas.UpdateTasks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The trailing update by dtrsm and dgemm, for providers that cannot keep a packed panel. Nothing is packed ahead: a library packs its rows
 * of L2 again at every call.
 */
public final class PlainPanelUpdate implements HostPanelUpdate {
    private final DenseKernels kernels;
    private final TriangularSolve solve;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final int ld;
    /** The transpose of U, maxCols x nb, with room for whole tiles. */
    private final MemorySegment u;
    private MatrixRef l1;
    private MatrixRef l2;

    /**
     * Creates an update with memory for U.
     *
     * @param kernels the kernels whose dgemm computes the product
     * @param solve   the solver of U := L1^-1 U
     * @param maxRows the most rows of L2
     * @param maxCols columns of U
     * @param nb      width of the widest panel, in columns
     * @param workers the number of threads that will call the update
     * @param arena   the arena from which the memory for U is allocated
     */
    public PlainPanelUpdate(DenseKernels kernels, TriangularSolve solve, int maxRows, int maxCols, int nb, int workers, Arena arena) {
        ArgumentChecks.checkPanelUpdate(maxRows, maxCols, nb, workers);
        this.kernels = kernels;
        this.solve = solve;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        // an odd number of cache lines, so that the rows of U do not fall into the same cache sets
        ld = 8 * (UpdateTasks.padded(maxCols) / 8 | 1);
        u = OffHeap.allocate(arena, 8L * (nb + ROW_UNIT) * ld).fill((byte) 0);
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
        begin(l1, l2);
        return 0;
    }

    /**
     * Sets the panel with which this object updates from now on. Unlike {@link PanelUpdate#begin}, takes no memory for packed L2, because
     * this update packs nothing.
     *
     * @param l1 L1, the panel's unit lower triangular diagonal block: jb x jb, column-major
     * @param l2 L2, the panel's rows below L1: at most as many rows as this update was made for, and jb columns, column-major
     */
    public void begin(MatrixRef l1, MatrixRef l2) {
        ArgumentChecks.checkPanel(maxRows, nb, l1, l2);
        this.l1 = l1;
        this.l2 = l2;
        solve.begin(l1);
    }

    /**
     * Sets the triangle by which this object solves U := L1^-1 U from now on, and no L2, the rows below it, for a caller that has the
     * product with L2 computed elsewhere.
     *
     * @param l1 L1, the panel's unit lower triangular diagonal block: jb x jb, column-major
     */
    public void begin(MatrixRef l1) {
        begin(l1, new MatrixRef(u, 0, 0, l1.cols(), 1));
    }

    @Override
    public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
        throw new UnsupportedOperationException("PanelUpdate.beginPacked: these kernels pack no panels");
    }

    @Override
    public void pack(int worker, int task) {
        throw new IllegalArgumentException("PanelUpdate.pack: task=" + task + ": this provider has no pack tasks");
    }

    @Override
    public void load(int worker, int row, int column, long address, int w) {
        ArgumentChecks.checkWindow(row, l1, column, w, maxCols);
        OffHeap.copy(address, address(row, column), 8L * w);
    }

    private long address(int row, int column) {
        return u.address() + 8L * row * ld + 8L * column;
    }

    @Override
    public void solve(int worker, int column, int w) {
        ArgumentChecks.checkWindow(0, l1, column, w, maxCols);
        solve.solve(worker, solved(column, w));
    }

    /**
     * Returns the transpose of some columns of the solved U, one matrix row for each, as a view on this update's memory that changes with
     * it.
     *
     * @param column the first column, from 0, among the columns of U that this update was made for
     * @param w      number of columns
     */
    public MatrixRef solved(int column, int w) {
        return new MatrixRef(u, column, w, l1.cols(), ld);
    }

    @Override
    public void store(int worker, int row, int column, long address, int w) {
        ArgumentChecks.checkWindow(row, l1, column, w, maxCols);
        OffHeap.copy(address(row, column), address, 8L * w);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixHandle at) {
        MatrixRef a = ArgumentChecks.checkMultiply(l1, l2.rows(), column, maxCols, from, at);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, solved(column, a.rows()), l2.window(from, 0, a.cols(), l2.cols()), 1, a);
    }

    /**
     * {@inheritDoc} In this column-major form L2 is the operand that a library packs in small blocks, which is much cheaper for a few
     * columns.
     */
    @Override
    public void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
        OffHeap.transpose(ArgumentChecks.checkMultiply(l1, l2.rows(), column, maxCols, from, at), to);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, l2.window(from, 0, to.rows(), l2.cols()), solved(column, at.rows()), 1, to);
    }
}
