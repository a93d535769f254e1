package hplhetero.blas;

/**
 * How a provider likes the columns of a panel update cut into tasks: wide ones first, then ever narrower ones, so that the
 * workers end together.
 *
 * @param least  columns below which a task costs more than it evens out
 * @param most   columns beyond which a task becomes no cheaper
 * @param shares a task takes one of so many equal shares, for each worker, of what is left: the more, the more evenly
 *               workers on unlike or disturbed cores end, and the more tasks there are
 */
public record ColumnTasks(int least, int most, int shares) {
    /** Of a library, which packs L2 anew for every task: the fewer and wider, the better. */
    public static final ColumnTasks LIBRARY = new ColumnTasks(480, 2400, 1);

    /** Whole tiles of every provider. */
    private static final int UNIT = 24;

    /**
     * Columns of the next task of a rank, where there are so many; it decreases with what is left.
     *
     * @param left    columns not yet dealt
     * @param workers who take tasks
     */
    public int next(long left, int workers) {
        long share = workers == 1 ? most : left / ((long) shares * workers);
        int wished = (int) Math.max(least, Math.min(most, share));
        return (wished + UNIT - 1) / UNIT * UNIT;
    }
}
