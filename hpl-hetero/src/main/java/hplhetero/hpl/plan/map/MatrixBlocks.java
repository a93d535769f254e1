package hplhetero.hpl.plan.map;

/**
 * The blocks of the matrix [A | b].
 *
 * @param n  order of A, &gt;= 1
 * @param nb blocking factor, &gt;= 1
 */
record MatrixBlocks(int n, int nb) {

    MatrixBlocks {
        if (n < 1 || nb < 1) {
            throw new IllegalArgumentException("n=" + n + " nb=" + nb + ": must be n, nb >= 1");
        }
    }

    /** Returns the number of block rows, which is the number of panels. */
    int blockRows() {
        return blocks(n);
    }

    /** Returns the number of block columns, b included. */
    int blockCols() {
        return blocks(n + 1L);
    }

    private int blocks(long elements) {
        return (int) ((elements + nb - 1) / nb);
    }

    /** Returns the number of matrix rows in block row k. */
    int height(int k) {
        return (int) Math.min(nb, n - (long) k * nb);
    }

    /** Returns the number of matrix columns in block column k. */
    int width(int k) {
        return (int) Math.min(nb, n + 1L - (long) k * nb);
    }
}
