package hplhetero.blas;

/**
 * How a provider likes a panel update cut into tasks for the workers of a rank: large ones first, then ever smaller ones, so
 * that the workers end together.
 *
 * @param cut   along what the product is cut
 * @param least columns or rows below which a task costs more than it evens out
 * @param most  columns or rows beyond which a task becomes no cheaper
 */
public record UpdateTasks(Cut cut, int least, int most) {
    /**
     * A task takes one of so many equal shares, for each worker, of what is left: the more, the more evenly workers on
     * unlike or disturbed cores end, and the more tasks there are.
     */
    private static final int SHARES_PER_WORKER = 2;

    /** Along what the product A := A - L2 U is cut. */
    public enum Cut {
        /** A task takes some columns from the swap to the product: for kernels that pack L2 once for all workers. */
        COLUMNS,
        /** U of all columns first, then the product by rows of L2: for a library, which packs L2 anew for other columns. */
        ROWS
    }

    /** Of a library: packing U again for each task costs as much as some 24 rows. Between tasks a rank shows that it lives. */
    public static final UpdateTasks LIBRARY = new UpdateTasks(Cut.ROWS, 144, 2016);

    /** The most columns of U that one task fetches and solves: with panels of usual width they fit into a cache of 1 MiB. */
    public static final int MOST_COLUMNS = 480;

    /**
     * Of kernels that pack L2 once: wider tasks gain nothing, and U of a task is to fit into a second-level cache of 1 MiB.
     *
     * @param nb width of the panel
     */
    public static UpdateTasks packed(int nb) {
        return new UpdateTasks(Cut.COLUMNS, 48, Math.min(MOST_COLUMNS, 100_000 / Math.max(1, nb)));
    }

    /**
     * Columns or rows of the next task of a rank, where there are so many; it decreases with what is left.
     *
     * @param left    columns or rows that no task has yet
     * @param workers who take tasks
     */
    public int next(int left, int workers) {
        return next(left, workers, least);
    }

    /**
     * The same where there are so many workers that what each of them gets at the beginning may be too little for a task.
     *
     * @param enough what makes a task in any case
     */
    public int next(int left, int workers, int enough) {
        int share = workers == 1 ? most : (int) (left / ((long) SHARES_PER_WORKER * workers));
        int wished = Math.min(left, Math.max(Math.min(least, enough), Math.min(most, share)));
        return Math.min(left, padded(wished));
    }

    /** So many columns of U, in whole tiles of every provider: where the next task's may begin. */
    public static int padded(int columns) {
        return (columns + PanelUpdate.COLUMN_UNIT - 1) / PanelUpdate.COLUMN_UNIT * PanelUpdate.COLUMN_UNIT;
    }
}
