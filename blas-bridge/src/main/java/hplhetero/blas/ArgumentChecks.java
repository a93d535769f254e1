package hplhetero.blas;

import java.lang.foreign.MemorySegment;

/**
 * The argument checks at the entry of every kernel, common to all providers. A provider calls the check and then its raw kernel, which
 * trusts its arguments. Each check throws {@link IllegalArgumentException} with the sizes that do not match.
 */
public final class ArgumentChecks {

    private ArgumentChecks() {
    }

    /** Returns the number of rows of op(A), which is A or its transpose, as {@code trans} says. */
    public static int rows(Transpose trans, MatrixRef a) {
        return trans == Transpose.NO ? a.rows() : a.cols();
    }

    /** Returns the number of columns of op(A), which is A or its transpose, as {@code trans} says. */
    public static int cols(Transpose trans, MatrixRef a) {
        return trans == Transpose.NO ? a.cols() : a.rows();
    }

    /**
     * Checks the shapes of a matrix product C := op(A) op(B): op(A) is m x k, op(B) k x n, C m x n.
     *
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkGemm(Transpose transA, Transpose transB, MatrixRef a, MatrixRef b, MatrixRef c) {
        if (rows(transA, a) != c.rows() || cols(transB, b) != c.cols() || cols(transA, a) != rows(transB, b)) {
            throw new IllegalArgumentException("dgemm: " + text("op(A)", rows(transA, a), cols(transA, a)) + ", "
                    + text("op(B)", rows(transB, b), cols(transB, b)) + ", " + text("C", c.rows(), c.cols())
                    + ": must be m x k, k x n, m x n");
        }
    }

    /**
     * Checks the shapes of a triangular solve with many right-hand sides, the matrix B: A is square, with B's number of rows (left) or
     * columns (right).
     *
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkTrsm(Side side, MatrixRef a, MatrixRef b) {
        int order = side == Side.LEFT ? b.rows() : b.cols();
        if (a.rows() != order || a.cols() != order) {
            throw new IllegalArgumentException("dtrsm: side=" + side + ", " + text("A", a.rows(), a.cols()) + ", "
                    + text("B", b.rows(), b.cols()) + ": A must be square, of B's "
                    + (side == Side.LEFT ? "rows" : "columns"));
        }
    }

    /**
     * Checks the shapes of a matrix-vector product y := op(A) x: op(A) is m x n, x has n elements, y has m.
     *
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkGemv(Transpose transA, MatrixRef a, VectorRef x, VectorRef y) {
        if (rows(transA, a) != y.n() || cols(transA, a) != x.n()) {
            throw new IllegalArgumentException("dgemv: " + text("op(A)", rows(transA, a), cols(transA, a))
                    + ", x.n=" + x.n() + ", y.n=" + y.n() + ": must be m x n, n, m");
        }
    }

    /**
     * Checks the shapes of a triangular solve with one right-hand side, the vector x: A is square, and its order is the length of x.
     *
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkTrsv(MatrixRef a, VectorRef x) {
        if (a.rows() != x.n() || a.cols() != x.n()) {
            throw new IllegalArgumentException("dtrsv: " + text("A", a.rows(), a.cols()) + ", x.n=" + x.n()
                    + ": A must be square, of x's length");
        }
    }

    /**
     * Checks the shapes of an outer product A := A + x y^T: A is m x n, x has m elements, y has n.
     *
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkGer(VectorRef x, VectorRef y, MatrixRef a) {
        if (a.rows() != x.n() || a.cols() != y.n()) {
            throw new IllegalArgumentException("dger: " + text("A", a.rows(), a.cols()) + ", x.n=" + x.n()
                    + ", y.n=" + y.n() + ": must be m x n, m, n");
        }
    }

    /**
     * Checks the sizes for which a panel update is set up: at least one worker, all other sizes &gt;= 0.
     *
     * @param maxRows the most rows of L2
     * @param maxCols columns of the work space for U
     * @param nb      width of the widest panel, in columns
     * @param workers number of threads that will call the update
     * @throws IllegalArgumentException when a size is too small
     */
    public static void checkPanelUpdate(int maxRows, int maxCols, int nb, int workers) {
        if (maxRows < 0 || maxCols < 0 || nb < 0 || workers < 1) {
            throw new IllegalArgumentException("panelUpdate: maxRows=" + maxRows + ", maxCols=" + maxCols + ", nb="
                    + nb + ", workers=" + workers + ": the first three must be >= 0, workers >= 1");
        }
    }

    /**
     * Checks the shapes of a panel: L1 is jb x jb with jb &lt;= nb, L2 is m x jb with m &lt;= maxRows.
     *
     * @param maxRows the most rows of L2 for which the update was set up
     * @param nb      width of the widest panel for which the update was set up, in columns
     * @param l1      L1 of the panel
     * @param l2      L2 of the panel
     * @throws IllegalArgumentException when the shapes do not match
     */
    public static void checkPanel(int maxRows, int nb, MatrixRef l1, MatrixRef l2) {
        checkPanel(maxRows, nb, l1, l2.rows(), l2.cols());
    }

    /**
     * Checks the shapes of a panel whose L2, m x jb, is packed, and the size of the memory for packed L2.
     *
     * @param maxRows the most rows of L2 for which the update was set up
     * @param nb      width of the widest panel for which the update was set up, in columns
     * @param l1      L1 of the panel, jb x jb
     * @param m       rows of L2
     * @param jb      columns of L2
     * @param packed  memory that holds packed L2, and {@link PanelUpdate#READ_AHEAD} bytes behind it
     * @param bytes   size of packed L2, in bytes
     * @throws IllegalArgumentException when shapes or sizes do not match
     */
    public static void checkPackedPanel(int maxRows, int nb, MatrixRef l1, int m, int jb, MemorySegment packed, long bytes) {
        checkPanel(maxRows, nb, l1, m, jb);
        if (packed.byteSize() < bytes + PanelUpdate.READ_AHEAD) {
            throw new IllegalArgumentException("PanelUpdate.begin: packed=" + packed.byteSize() + " bytes: L2 takes " + bytes + ", and "
                    + PanelUpdate.READ_AHEAD + " are read behind it");
        }
    }

    private static void checkPanel(int maxRows, int nb, MatrixRef l1, int m, int jb) {
        if (l1.rows() != l1.cols() || jb != l1.cols() || jb > nb || m > maxRows) {
            throw new IllegalArgumentException("PanelUpdate.begin: " + text("L1", l1.rows(), l1.cols()) + ", "
                    + text("L2", m, jb) + ", nb=" + nb + ", maxRows=" + maxRows
                    + ": L1 must be jb x jb with jb <= nb, L2 m x jb with m <= maxRows");
        }
    }

    /**
     * Checks that a part of a row lies in the work space for U: the row exists, the first column is a multiple of
     * {@link PanelUpdate#COLUMN_UNIT}, and the last column is below {@code maxCols}.
     *
     * @param row     row of U, 0..jb-1; row 0 is also allowed where jb = 0
     * @param l1      L1 of the panel, jb x jb
     * @param column  first column of the part
     * @param w       number of columns of the part, &gt;= 0
     * @param maxCols columns of the work space for U
     * @throws IllegalArgumentException when the part does not lie in the work space
     */
    public static void checkWindow(int row, MatrixRef l1, int column, int w, int maxCols) {
        if (row < 0 || row > Math.max(0, l1.cols() - 1) || column < 0 || column % PanelUpdate.COLUMN_UNIT != 0 || w < 0
                || w > maxCols - column) {
            throw new IllegalArgumentException("PanelUpdate: row=" + row + ", jb=" + l1.cols() + ", column=" + column + ", w=" + w
                    + ", maxCols=" + maxCols + ": must be row < jb, column a multiple of " + PanelUpdate.COLUMN_UNIT
                    + ", column + w <= maxCols");
        }
    }

    /**
     * Checks the part of A that {@link PanelUpdate#multiply} is to update by A := A - L2 U. The transpose of this part must have a row for
     * each column of U in the product, so that {@code column} + its rows do not exceed {@code maxCols}; have a column for each row of L2 in
     * the product, of which there are at most {@code m - from}; and lie in the host's memory.
     *
     * @param l1      L1 of the panel, jb x jb
     * @param m       rows of L2
     * @param column  first column of U in the product, a multiple of {@link PanelUpdate#COLUMN_UNIT}
     * @param maxCols columns of the work space for U
     * @param from    first row of L2 in the product, a multiple of {@link PanelUpdate#ROW_UNIT}
     * @param at      transpose of the part of A
     * @return {@code at} as a matrix of the host
     * @throws IllegalArgumentException when the part does not fit
     */
    public static MatrixRef checkMultiply(MatrixRef l1, int m, int column, int maxCols, int from, MatrixHandle at) {
        checkWindow(0, l1, column, at.rows(), maxCols);
        if (from < 0 || from % PanelUpdate.ROW_UNIT != 0 || at.cols() > m - from) {
            throw new IllegalArgumentException("PanelUpdate.multiply: from=" + from + ", " + text("AT", at.rows(), at.cols())
                    + ", " + text("L2", m, l1.cols()) + ": from must be a multiple of " + PanelUpdate.ROW_UNIT
                    + ", from + columns of AT <= rows of L2");
        }
        return MatrixRef.onHost(at);
    }

    /**
     * Checks that {@code worker} is the number of a worker, 0..workers-1.
     *
     * @param worker  number of the calling worker
     * @param workers number of threads that the update was made for
     * @throws IllegalArgumentException when there is no such worker
     */
    public static void checkWorker(int worker, int workers) {
        if (worker < 0 || worker >= workers) {
            throw new IllegalArgumentException("PanelUpdate: worker=" + worker + ", workers=" + workers + ": must be worker < workers");
        }
    }

    private static String text(String name, int rows, int cols) {
        return name + "=" + rows + "x" + cols;
    }
}
