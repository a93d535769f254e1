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
     * The tasks of a library, by rows of L2. Tasks have 144 to 2016 rows, as far as there are so many: packing U again for each task costs
     * as much as some 24 rows, and between tasks a rank shows that it is alive.
     */
    public static final UpdateTasks LIBRARY = new UpdateTasks(Cut.ROWS, 144, 2016);

    /** The most columns of U that one task fetches and solves. With panels of usual width these columns fit into a cache of 1 MiB. */
    public static final int MOST_COLUMNS = 480;

    /**
     * Returns how an update is cut into tasks for kernels that copy L2, the panel's rows below its diagonal block, into a form of their own
     * once for all tasks: by columns of U. Wider tasks than these gain nothing, and a task's columns of U should fit into a second-level
     * cache of 1 MiB.
     *
     * @param nb width of the panel, in columns
     */
    public static UpdateTasks packed(int nb) {
        return new UpdateTasks(Cut.COLUMNS, 48, Math.min(MOST_COLUMNS, 100_000 / Math.max(1, nb)));
    }

    /**
     * Returns the size of the next task, in columns or rows as {@link #cut} says. The size is 1 / (2 x workers) of what is left, but at
     * least {@link #least} and at most {@link #most}; it is {@link #most} for a single worker. It is rounded up to a multiple of
     * {@link PanelUpdate#COLUMN_UNIT}, and never more than what is left. Tasks become smaller as less is left, so that the workers end
     * together. {@link #next(int, int, int)} allows smaller tasks.
     *
     * @param left    columns or rows that no task has taken yet
     * @param workers number of workers that take tasks
     */
    public int next(int left, int workers) {
        return next(left, workers, least);
    }

    /**
     * Returns the size of the next task, in columns or rows as {@link #cut} says. The rule is that of {@link #next(int, int)} with another
     * least size: the smaller of {@link #least} and {@code enough}. With many workers, tasks of at least {@link #least} would be too few
     * for all.
     *
     * @param left    columns or rows that no task has taken yet
     * @param workers number of workers that take tasks
     * @param enough  least size of a task, in columns or rows; without effect where {@link #least} is less
     */
    public int next(int left, int workers, int enough) {
        int share = workers == 1 ? most : (int) (left / ((long) SHARES_PER_WORKER * workers));
        int wished = Math.min(left, Math.max(Math.min(least, enough), Math.min(most, share)));
        return Math.min(left, padded(wished));
    }

    /**
     * Returns {@code columns} rounded up to a multiple of {@link PanelUpdate#COLUMN_UNIT}, at which the next task's columns of U may begin.
     */
    public static int padded(int columns) {
        return (columns + PanelUpdate.COLUMN_UNIT - 1) / PanelUpdate.COLUMN_UNIT * PanelUpdate.COLUMN_UNIT;
    }
}
