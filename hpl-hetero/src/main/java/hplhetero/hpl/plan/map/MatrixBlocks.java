package hplhetero.hpl.plan.map;

/**
 * The blocks of [A | b].
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

    /** Block rows, which is panels. */
    int blockRows() {
        return blocks(n);
    }

    /** Block columns, b included. */
    int blockCols() {
        return blocks(n + 1L);
    }

    private int blocks(long elements) {
        return (int) ((elements + nb - 1) / nb);
    }

    /** Rows of block row k. */
    int height(int k) {
        return (int) Math.min(nb, n - (long) k * nb);
    }

    /** Columns of block column k. */
    int width(int k) {
        return (int) Math.min(nb, n + 1L - (long) k * nb);
    }
}
