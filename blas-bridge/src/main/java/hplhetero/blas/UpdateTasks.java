package hplhetero.blas;

/**
 * The way a provider wants a panel update cut into tasks for the workers of a rank. Tasks are large at first and then ever smaller, so that
 * the workers end together.
 *
 * @param cut   the dimension along which the product is cut
 * @param least columns or rows below which a task costs more than it evens out
 * @param most  columns or rows beyond which a task becomes no cheaper
 */
public record UpdateTasks(Cut cut, int least, int most) {
    /**
     * The number of equal shares, for each worker, into which the remaining columns or rows are divided: a task takes one share. A larger
     * number lets workers on unlike or disturbed cores end more evenly, and makes more tasks.
     */
    private static final int SHARES_PER_WORKER = 2;

    /** The dimension along which the product A := A - L2 U is cut. */
    public enum Cut {
        /** Tasks by columns of U: a task takes some columns from the swap to the product. For kernels that pack L2 once for all workers. */
        COLUMNS,
        /** Tasks by rows of L2, after U of all columns is done. For a library, which packs L2 anew for other columns. */
        ROWS
    }

    /**
     * The tasks of a library. Packing U again for each task costs as much as some 24 rows of L2. Between tasks a rank shows that it is
     * alive.
     */
    public static final UpdateTasks LIBRARY = new UpdateTasks(Cut.ROWS, 144, 2016);

    /** The most columns of U that one task fetches and solves. With panels of usual width these columns fit into a cache of 1 MiB. */
    public static final int MOST_COLUMNS = 480;

    /**
     * Returns the tasks of kernels that pack L2 once. Wider tasks gain nothing, and a task's columns of U should fit into a second-level
     * cache of 1 MiB.
     *
     * @param nb width of the panel, in columns
     */
    public static UpdateTasks packed(int nb) {
        return new UpdateTasks(Cut.COLUMNS, 48, Math.min(MOST_COLUMNS, 100_000 / Math.max(1, nb)));
    }

    /**
     * Returns the columns or rows of a rank's next task, where there are enough for all workers. The number falls as fewer are left.
     *
     * @param left    columns or rows that no task has taken yet
     * @param workers number of workers that take tasks
     */
    public int next(int left, int workers) {
        return next(left, workers, least);
    }

    /**
     * Returns the columns or rows of a rank's next task, where there may be so many workers that a first share is too small for a task.
     *
     * @param left    columns or rows that no task has taken yet
     * @param workers number of workers that take tasks
     * @param enough  columns or rows that make a task even where {@link #least} is more
     */
    public int next(int left, int workers, int enough) {
        int share = workers == 1 ? most : (int) (left / ((long) SHARES_PER_WORKER * workers));
        int wished = Math.min(left, Math.max(Math.min(least, enough), Math.min(most, share)));
        return Math.min(left, padded(wished));
    }

    /** Returns {@code columns} rounded up to whole tiles of every provider, that is, to where the next task's columns of U may begin. */
    public static int padded(int columns) {
        return (columns + PanelUpdate.COLUMN_UNIT - 1) / PanelUpdate.COLUMN_UNIT * PanelUpdate.COLUMN_UNIT;
    }
}
