package hplhetero.blas.device;

/**
 * The operations of a queue from which the factorization of a panel on its device is made. Each call submits work. Matrices are
 * column-major in the device's memory, and leading dimensions count doubles. Pivots are 32-bit numbers in the device's memory.
 */
public interface PanelOperations {
    /**
     * Submits the factorization of a few columns in place: P A = L U, with partial pivoting. A column without a pivot is left as it is.
     *
     * @param m      number of rows
     * @param n      number of columns, 1 to {@link hplhetero.blas.PanelUpdate#COLUMNS_AT_ONCE}
     * @param a      address of the first element; out: U in the upper triangle, unit lower L below
     * @param lda    leading dimension
     * @param pivots out: for each column j the row, counted from {@code a}, that was swapped with row j in these columns
     */
    void factorColumns(int m, int n, long a, int lda, long pivots);

    /**
     * What the factorization of a few columns needs where other ranks have rows of the panel too. Addresses are the device's names.
     *
     * @param talk      memory of the host for questions and answers, {@link DevicePanel#TALK_BYTES} bytes
     * @param candidate memory of the host for the candidate row: {@code width} doubles
     * @param current   memory of the host for the current row: {@code width} doubles
     * @param l1        element of L1 in row {@code before} of its first column
     * @param ldl1      leading dimension of L1
     * @param width     number of the panel's columns
     * @param before    number of the panel's columns before those that are factored
     * @param holdsTop  whether row j belongs to this rank for each column j that is factored, so that rows before it are done
     * @param turns     number of questions asked before
     */
    record Shared(long talk, long candidate, long current, long l1, int ldl1, int width, int before, boolean holdsTop, int turns) {
    }

    /**
     * Submits the factorization of a few columns in place, as {@link #factorColumns} does, of which other ranks have rows too. The device
     * asks a question for each column, and waits for the answer; in the end L1 has the pivot rows. The first pivot is set only if the
     * device has waited in vain.
     */
    void factorSharedColumns(int m, int n, long a, int lda, long pivots, Shared shared);

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
