package hplhetero.blas;

import java.lang.foreign.MemorySegment;

/**
 * The trailing update with one panel: U := L1^-1 U, then A := A - L2 U, cut into tasks that different threads work on.
 * A provider with a kernel of its own packs L2 once, here, for all tasks, and takes the rows of U from where they
 * lie straight into its own form.
 *
 * <p>U is one work space of jb rows and maxCols columns, of which a task uses a window: it begins at a multiple of
 * {@link #COLUMN_UNIT}, and nobody else touches it meanwhile.
 *
 * <p>The trailing matrix is row-major; {@code at} is the column-major transpose of the row-major A, so that
 * column j of it is row j of A. It is named by a {@link MatrixHandle}, its rows by such addresses: they may lie in a device's memory.
 * A panel is factored and sent by the host, in whose memory it lies.
 *
 * <p>Use: one thread calls {@link #begin} or {@link #beginPacked}; then {@code pack(0..packTasks-1)}, each once, by any threads;
 * then, all packs being done, for each window in this order: {@link #load} of each row 0..jb-1, {@link #move} of the rows whose places
 * are wanted, {@link #solve}, {@link #store} of the rows that are wanted. {@link #multiply} takes columns of any windows that are
 * solved, and any number of threads may use the same ones. Threads see each other's work only if the caller orders them.
 *
 * <p>All that has a {@code worker} is submitted, and may not be done when the call returns: a device has a queue for each worker and
 * carries out what is in it in this order. Who needs more than that order (another worker, the host, a change of what is read) polls
 * {@link #submitted} first.
 */
public interface PanelUpdate {
    /** Where an update may be cut into parts of L2: at multiples of so many rows. */
    int ROW_UNIT = 8;
    /** Where windows of U may begin: at multiples of so many columns. */
    int COLUMN_UNIT = 48;
    /** Bytes behind packed L2 that may be read, whatever they hold. */
    int READ_AHEAD = 4096;

    /**
     * Sets the panel. All three stay unchanged until the last task is done, but for what pack tasks do.
     *
     * @param l1     jb x jb, unit lower triangular, column-major; its upper triangle is not read
     * @param l2     m x jb, column-major
     * @param packed where L2 is packed, in whole cache lines: {@link DenseKernels#packedBytes} of it, and {@link #READ_AHEAD}
     * @return the number of pack tasks, possibly 0
     */
    int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed);

    /**
     * As {@link #begin} where another update, of kernels of the same {@link DenseKernels#packedForm}, has packed L2 already.
     *
     * @param m      rows of L2
     * @param packed what that one's pack tasks have left
     * @throws UnsupportedOperationException where these kernels have no packed form
     */
    int beginPacked(MatrixRef l1, int m, MemorySegment packed);

    /**
     * When all is done that a worker has submitted before this call. Memory that it works on is not to be freed before.
     *
     * @return of the host's kernels always {@link Completion#DONE}
     */
    Completion submitted(int worker);

    /**
     * Prepares one part of L1 and L2.
     *
     * @param worker who calls, here and below; calls at the same time have different numbers
     */
    void pack(int worker, int task);

    /**
     * Takes one permuted row of a window of U.
     *
     * @param column  the window's first column
     * @param address of its first double; w of them, contiguous
     * @param w       the window's columns, the same for all of its rows
     */
    void load(int worker, int row, int column, long address, int w);

    /** Copies w doubles from one address to another; the ranges do not overlap. */
    void move(int worker, long from, long to, int w);

    /** U := L1^-1 U for a window of U. */
    void solve(int worker, int column, int w);

    /** Writes row i of a solved window of U to {@code address}. */
    void store(int worker, int row, int column, long address, int w);

    /**
     * A := A - L2 U with some columns of the solved U, for some rows of L2.
     *
     * @param column the first column of U, a multiple of {@link #COLUMN_UNIT}
     * @param from   the first row of L2, a multiple of {@link #ROW_UNIT}
     * @param at     the number of columns x the number of rows
     */
    void multiply(int worker, int column, int from, MatrixHandle at);

    /**
     * The same for all rows of L2, for the columns of the next panel, which are wanted column-major by the host: {@code to} := A - L2 U.
     * What becomes of A itself is open.
     *
     * @param at the number of columns x the rows of L2
     * @param to the rows of L2 x the number of columns, apart from A
     */
    void multiplyInto(int worker, int column, MatrixHandle at, MatrixRef to);
}
