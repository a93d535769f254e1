package hplhetero.blas;

/**
 * The trailing update with one panel: U := L1^-1 U, then A := A - L2 U, cut into column tasks that
 * different threads work on. A provider with a kernel of its own packs L2 once, here, for all tasks.
 *
 * <p>The trailing matrix is row-major; {@code ut} and {@code at} are the column-major transposes of the
 * row-major U and A, so that column j of them is row j of U and A.
 *
 * <p>Use: one thread calls {@link #begin}; then {@code pack(0..packTasks-1)}, each once, by any threads;
 * then, all packs being done, for each column task {@link #solve} and {@link #multiply} with the same
 * worker number, in that order. Threads see each other's packs only if the caller orders them.
 */
public interface PanelUpdate {

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

    /** U := L1^-1 U. {@code ut} is w x jb with w &lt;= maxCols: in the permuted rows, out U, transposed. */
    void solve(int worker, MatrixRef ut);

    /** A := A - L2 U with the U that {@link #solve} has just left for this worker; {@code at} is w x m. */
    void multiply(int worker, MatrixRef ut, MatrixRef at);
}
