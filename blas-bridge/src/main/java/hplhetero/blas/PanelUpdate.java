package hplhetero.blas;

import java.lang.foreign.MemorySegment;

/**
 * The trailing update with one panel: U := L1^-1 U, then A := A - L2 U, cut into tasks that different threads work on. A provider with a
 * kernel of its own packs L2 once, here, for all tasks, and copies the rows of U from where they lie straight into its own form.
 *
 * <p>U is one work space of jb rows and maxCols columns. A task uses a window of U that begins at a multiple of {@link #COLUMN_UNIT}, and
 * nobody else touches the window meanwhile.
 *
 * <p>The trailing matrix A is row-major. The argument {@code at} is the column-major transpose of A, so that column j of {@code at} is row
 * j of A. A {@link MatrixHandle} names the matrix, and addresses of the same kind name its rows: they may lie in a device's memory. The
 * host factors and sends panels, so a panel lies in the host's memory.
 *
 * <p>Order of calls: one thread calls {@link #begin} or {@link #beginPacked}. Then any threads call {@code pack(0..packTasks-1)}, each
 * once. When all packs are done, each window goes through these calls in this order: {@link #load} of each row 0..jb-1, {@link #move} of
 * the rows that must change their places, {@link #solve}, {@link #store} of the rows that are needed elsewhere. {@link #multiply} takes
 * columns of any windows that are solved, and any number of threads may use the same columns. Threads see each other's work only if the
 * caller orders them.
 *
 * <p>Every call that has a {@code worker} argument submits work, which may not be done when the call returns. A device has a queue for each
 * worker and carries the work of a queue out in the order of the calls. A caller that needs more than this order polls {@link #submitted}
 * first: for work of another worker or the host, or before it changes what the work reads. Work that is {@link #leave left} to a device is
 * waited for by the device itself, where later work must {@link #follow} it.
 */
public interface PanelUpdate {
    /** The multiple, in rows, at which L2 may be cut into parts of an update. */
    int ROW_UNIT = 8;
    /**
     * The most columns that a device factors one after the other; wider panels are halved at multiples of this number. Ranks without a
     * device that trade pivots with a device do the same, since rows that are traded must be up to date alike.
     */
    int COLUMNS_AT_ONCE = 32;
    /** The multiple, in columns, at which windows of U may begin. */
    int COLUMN_UNIT = 48;
    /** The number of bytes behind packed L2 that kernels may read, whatever these bytes hold. */
    int READ_AHEAD = 4096;

    /**
     * Sets the panel of this update. All three arguments stay unchanged until the last task is done, except for what pack tasks write.
     *
     * @param l1     L1: jb x jb, unit lower triangular, column-major; its upper triangle is not read
     * @param l2     L2: m x jb, column-major
     * @param packed memory for packed L2, in whole cache lines: {@link DenseKernels#packedBytes} bytes and {@link #READ_AHEAD} more
     * @return the number of pack tasks, possibly 0
     */
    int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed);

    /**
     * Sets the panel of this update, as {@link #begin} does, where another update has already packed L2. The kernels of the other update
     * must have the same {@link DenseKernels#packedForm}.
     *
     * @param l1     L1: jb x jb, unit lower triangular, column-major; its upper triangle is not read
     * @param m      rows of L2
     * @param packed packed L2, as the other update's pack tasks have left it
     * @throws UnsupportedOperationException when these kernels have no packed form
     */
    int beginPacked(MatrixRef l1, int m, MemorySegment packed);

    /**
     * Returns the completion of all work that a worker has submitted before this call. Memory that the work uses must not be freed before.
     *
     * @return for the host's kernels always {@link Completion#DONE}
     */
    Completion submitted(int worker);

    /**
     * Leaves all work that a worker has submitted to the device, where this is safe: nobody has to wait until the work is done. Updates
     * that {@link #follow} this one, and the calls of {@link MatrixMemory}, begin on the device when the work is done. The end of the arena
     * of this update waits for the work too.
     *
     * @param worker number of the calling worker
     * @return whether the work was left; if false, the caller waits as usual, because the work uses memory of the host, or there is no
     *         device
     */
    default boolean leave(int worker) {
        return false;
    }

    /**
     * Has all work of this update that is submitted from now on begin only when the work is done that was left to the device before, in
     * any update of the same kernels. Called while no worker submits to this update.
     */
    default void follow() {
        // without a device no work is left
    }

    /**
     * Prepares one part of L1 and L2.
     *
     * @param worker number of the calling worker, in this and all other methods; calls at the same time have different numbers
     * @param task   number of the part, from 0 up to the number that {@link #begin} returned
     */
    void pack(int worker, int task);

    /**
     * Copies one row of the permuted block row into a window of U, from wherever the row lies.
     *
     * @param worker  number of the calling worker
     * @param row     the row of U, 0..jb-1
     * @param column  the first column of the window
     * @param address address of the first of {@code w} contiguous doubles
     * @param w       number of columns of the window, equal for all of its rows
     */
    void load(int worker, int row, int column, long address, int w);

    /** Copies {@code w} doubles from one address to another. The two ranges must not overlap. */
    void move(int worker, long from, long to, int w);

    /** Computes U := L1^-1 U for the window of U with {@code w} columns from {@code column} on. */
    void solve(int worker, int column, int w);

    /** Writes row {@code row} of the solved window of U, {@code w} doubles from {@code column} on, to {@code address}. */
    void store(int worker, int row, int column, long address, int w);

    /**
     * Computes A := A - L2 U for some rows of L2 and some columns of the solved U.
     *
     * @param worker number of the calling worker
     * @param column the first column of U, a multiple of {@link #COLUMN_UNIT}
     * @param from   the first row of L2, a multiple of {@link #ROW_UNIT}
     * @param at     the transpose of the part of A: number of columns of U x number of rows of L2
     */
    void multiply(int worker, int column, int from, MatrixHandle at);

    /**
     * Computes {@code to} := A - L2 U for some rows of L2 and the columns of the next panel, which the host needs column-major. What A
     * holds afterwards is unspecified.
     *
     * @param worker number of the calling worker
     * @param column the first column of U, a multiple of {@link #COLUMN_UNIT}
     * @param from   the first row of L2, a multiple of {@link #ROW_UNIT}
     * @param at     the transpose of the part of A: number of columns of U x number of rows of L2
     * @param to     result: number of rows of L2 x number of columns of U, in memory apart from A
     */
    void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to);

    /**
     * Returns whether this update can factor panels: {@link #multiplyNext} or {@link #takeNext}, then {@link #factorNext} or
     * {@link #factorShared}, then {@link #pivots} and {@link #adopt}.
     */
    default boolean factors() {
        return false;
    }

    /**
     * Returns whether this update can also factor the rank's rows of a panel that it shares with other ranks, as {@link #factorShared}
     * does.
     *
     * @param trade the trade of pivots, whose rows the device must be able to read and write
     */
    default boolean factors(PivotTrade trade) {
        return false;
    }

    /**
     * Computes the columns of the next panel, as {@link #multiplyInto} does with all rows of L2, and keeps them to be factored.
     *
     * @param worker number of the calling worker
     * @param column the first column of U, a multiple of {@link #COLUMN_UNIT}
     * @param at     the transpose of the part of A: number of columns of U x number of rows of L2
     */
    default void multiplyNext(int worker, int column, MatrixHandle at) {
        throw new UnsupportedOperationException("PanelUpdate.multiplyNext: these kernels factor no panels");
    }

    /**
     * Takes the columns of the next panel, which are up to date, to be factored.
     *
     * @param worker number of the calling worker
     * @param panel  the rank's rows of the panel
     */
    default void takeNext(int worker, MatrixRef panel) {
        throw new UnsupportedOperationException("PanelUpdate.takeNext: these kernels factor no panels");
    }

    /**
     * Factors the next panel, all rows of which are here: P A = (L1; L2) U.
     *
     * @param worker number of the calling worker
     * @param to     out: L1 with U in its upper triangle, and L2 below it
     */
    default void factorNext(int worker, MatrixRef to) {
        throw new UnsupportedOperationException("PanelUpdate.factorNext: these kernels factor no panels");
    }

    /**
     * Factors the next panel together with other ranks, which have rows of it too: P A = (L1; L2) U. The pivots are those of the trade.
     * Returns when all pivots are traded; the rest of the work is submitted. Collective over the process column.
     *
     * @param worker number of the calling worker
     * @param to     out: L2 in the rows below the panel's own block row
     * @param trade  the trade of pivots; out: its L1
     * @throws KernelException when the device did not factor the panel
     */
    default void factorShared(int worker, MatrixRef to, PivotTrade trade) {
        throw new UnsupportedOperationException("PanelUpdate.factorShared: these kernels factor no panels");
    }

    /**
     * Reads the pivots of the panel that {@link #factorNext} of this update has factored last. The work must be done.
     *
     * @param to out: for each column of the panel, the row of the panel that was swapped with the row of the column's number
     * @param n  number of columns of the panel
     * @throws KernelException when the panel could not be factored
     */
    default void pivots(int[] to, int n) {
        throw new UnsupportedOperationException("PanelUpdate.pivots: these kernels factor no panels");
    }

    /**
     * Takes L1 and L2 of the panel that was begun from where an update of equal kernels has factored the panel, in place of all pack tasks.
     *
     * @param worker   number of the calling worker
     * @param factored the update that has factored the panel, this one or another; it has not begun to factor a later one
     */
    default void adopt(int worker, PanelUpdate factored) {
        throw new UnsupportedOperationException("PanelUpdate.adopt: these kernels factor no panels");
    }
}
