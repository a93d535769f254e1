package hplhetero.blas;

/**
 * The trailing update with one panel: U := L1^-1 U, then A := A - L2 U, cut into column tasks that
 * different threads work on. A provider with a kernel of its own packs L2 once, here, for all tasks, and takes
 * the rows of U from where they lie straight into its own form.
 *
 * <p>The trailing matrix is row-major; {@code at} is the column-major transpose of the row-major A, so that
 * column j of it is row j of A.
 *
 * <p>Use: one thread calls {@link #begin}; then {@code pack(0..packTasks-1)}, each once, by any threads;
 * then, all packs being done, for each column task, with the same worker number and in this order:
 * {@link #load} of each row 0..jb-1, {@link #solve}, {@link #store} of the rows that are wanted,
 * {@link #multiply}. Threads see each other's packs only if the caller orders them.
 */
public interface PanelUpdate {
    /** Where an update may be cut into parts of L2: at multiples of so many rows. */
    int ROW_UNIT = 8;

    /**
     * Sets the panel. Both stay unchanged until the last task is done.
     *
     * @param l1 jb x jb, unit lower triangular, column-major; its upper triangle is not read
     * @param l2 m x jb, column-major
     * @return the number of pack tasks, possibly 0
     */
    int begin(MatrixRef l1, MatrixRef l2);

    /** Prepares one part of L1 and L2. */
    void pack(int task);

    /**
     * Takes one permuted row of this worker's U.
     *
     * @param address of its first double; w &lt;= maxCols of them, contiguous
     * @param w       columns of the task, the same for all of its rows
     */
    void load(int worker, int row, long address, int w);

    /** U := L1^-1 U for this worker's U of w columns. */
    void solve(int worker, int w);

    /** Writes row i of the solved U to {@code address}. */
    void store(int worker, int row, long address);

    /**
     * A := A - L2 U with this worker's solved U, for some rows of L2: all of them in one call, or one part after another.
     *
     * @param from the first row of L2, a multiple of {@link #ROW_UNIT}
     * @param at   w x the number of rows
     */
    void multiply(int worker, int from, MatrixRef at);
}
