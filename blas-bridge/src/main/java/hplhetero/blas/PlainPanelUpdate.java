package hplhetero.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The trailing update by dtrsm and dgemm, for providers that cannot keep a packed panel: nothing is packed ahead, a library
 * packs its rows of L2 again at every call.
 */
public final class PlainPanelUpdate implements PanelUpdate {
    /** Columns of L1 that one call of dtrsm takes. */
    private static final int LEAF = 32;

    private final DenseKernels kernels;
    private final int maxRows;
    private final int maxCols;
    private final int nb;
    private final int ld;
    /** U^T, maxCols x nb. */
    private final MemorySegment u;
    private MatrixRef l1;
    private MatrixRef l2;

    /**
     * @param kernels whose dtrsm and dgemm do the work
     * @param maxRows the most rows of L2
     * @param maxCols columns of U
     * @param nb      the widest panel
     * @param workers the number of threads that will call it
     * @param arena   from which U is taken
     */
    public PlainPanelUpdate(DenseKernels kernels, int maxRows, int maxCols, int nb, int workers, Arena arena) {
        Shapes.checkPanelUpdate(maxRows, maxCols, nb, workers);
        this.kernels = kernels;
        this.maxRows = maxRows;
        this.maxCols = maxCols;
        this.nb = nb;
        // an odd number of cache lines, so that the rows of U do not fall into the same sets
        ld = (maxCols + 7) / 8 * 8 + (maxCols % 16 == 0 || maxCols % 16 > 8 ? 8 : 0);
        u = OffHeap.allocate(arena, Math.max(8, 8L * nb * ld));
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
    public void load(int row, int column, long address, int w) {
        Shapes.checkWindow(row, l1, column, w, maxCols);
        OffHeap.copy(address, address(row, column), 8L * w);
    }

    private long address(int row, int column) {
        return u.address() + 8L * row * ld + 8L * column;
    }

    @Override
    public void solve(int worker, int column, int w) {
        Shapes.checkWindow(0, l1, column, w, maxCols);
        solve(ut(column, w), 0, l1.cols());
    }

    /** Columns from..to-1 of U^T by halves: a library's triangular solve is several times slower than its product. */
    private void solve(MatrixRef ut, int from, int to) {
        int n = to - from;
        if (n <= LEAF) {
            kernels.dtrsm(Side.RIGHT, Triangle.LOWER, Transpose.YES, Diagonal.UNIT, 1, l1.window(from, from, n, n), columns(ut, from, n));
            return;
        }
        int middle = from + (n / 2 + LEAF - 1) / LEAF * LEAF;
        solve(ut, from, middle);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, columns(ut, from, middle - from), l1.window(middle, from, to - middle, middle - from), 1,
                columns(ut, middle, to - middle));
        solve(ut, middle, to);
    }

    private static MatrixRef columns(MatrixRef ut, int from, int n) {
        return ut.window(0, from, ut.rows(), n);
    }

    private MatrixRef ut(int column, int w) {
        return new MatrixRef(u, column, w, l1.cols(), ld);
    }

    @Override
    public void store(int row, int column, long address, int w) {
        Shapes.checkWindow(row, l1, column, w, maxCols);
        OffHeap.copy(address(row, column), address, 8L * w);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixRef at) {
        Shapes.checkMultiply(l1, l2, column, maxCols, from, at);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, ut(column, at.rows()), l2.window(from, 0, at.cols(), l2.cols()), 1, at);
    }

    /** {@inheritDoc} Column-major, L2 is the operand that a library packs in small blocks: for a few columns much cheaper. */
    @Override
    public void multiplyInto(int worker, int column, MatrixRef at, MatrixRef to) {
        Shapes.checkMultiply(l1, l2, column, maxCols, 0, at);
        OffHeap.transpose(at, to);
        kernels.dgemm(Transpose.NO, Transpose.YES, -1, l2, ut(column, at.rows()), 1, to);
    }
}
