package hplhetero.blas.device;

/**
 * The operations of a queue from which the factorization of a panel on its device is made. Each call submits work. Matrices are
 * column-major in the device's memory, and leading dimensions count doubles. Pivots are 32-bit numbers in the device's memory.
 */
public interface PanelOperations {
    /** The most columns that are factored at once. */
    int MOST_COLUMNS = 32;

    /**
     * Submits the factorization of a few columns in place: P A = L U, with partial pivoting. A column without a pivot is left as it is.
     *
     * @param m      number of rows
     * @param n      number of columns, 1 to {@link #MOST_COLUMNS}
     * @param a      address of the first element; out: U in the upper triangle, unit lower L below
     * @param lda    leading dimension
     * @param pivots out: for each column j the row, counted from {@code a}, that was swapped with row j in these columns
     */
    void factorColumns(int m, int n, long a, int lda, long pivots);

    /**
     * Submits swaps of rows in some columns: row k with row {@code pivots[k]}, for k = 0 .. {@code count} - 1 in this order.
     *
     * @param n      number of columns
     * @param a      address of the first element, from which pivots count rows
     * @param lda    leading dimension
     * @param pivots the pivots
     * @param count  number of pivots
     */
    void swapRows(int n, long a, int lda, long pivots, int count);

    /** Submits B := A^-1 B, where A is m x m and unit lower triangular, and B is m x n. */
    void solveLeft(int m, int n, long a, int lda, long b, int ldb);

    /** Submits C := C - A B, where C is m x n, A m x k and B k x n. */
    void subtract(int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc);

    /**
     * Submits a copy of pivots to the host's memory.
     *
     * @param host   address of the host's memory
     * @param pivots the pivots
     * @param count  number of pivots
     */
    void downloadPivots(long host, long pivots, int count);
}
