package hplhetero.hpl.lu;

import hplhetero.hpl.grid.Tags;

/**
 * The number of parts of a rank's row swap that may be under way at once. A part is some of the columns that the trailing update swaps and
 * then updates, one part after the other, so that it updates one while the rows of the next are on their way. The number follows the share
 * of panel steps that the rank spends waiting for rows, since rows that are copied before the link is free for them only displace others
 * from the caches. Owner: one thread.
 */
public final class PartsUnderWay {
    /** Share of a step spent waiting for rows above which one more part may be under way. */
    private static final double MOST_WAITING_SHARE = 0.15;
    /** Share of a step spent waiting for rows below which one part fewer may be under way. */
    private static final double LEAST_WAITING_SHARE = 0.08;

    /** Largest number of parts that may be under way now. */
    private int most = 1;

    /**
     * Adapts the number of parts, that is groups of columns, whose rows may be swapped at once to how a panel step went: one more, up to 3,
     * where the rank waited for more than 15 % of the step, one fewer, down to 1, where it waited for less than 8 %.
     *
     * @param waitingShare part of the step's time that the rank spent waiting for other ranks' rows, 0 .. 1
     */
    public void adapt(double waitingShare) {
        if (waitingShare > MOST_WAITING_SHARE) {
            most = Math.min(Tags.SWAPS_AT_ONCE, most + 1);
        } else if (waitingShare < LEAST_WAITING_SHARE) {
            most = Math.max(1, most - 1);
        }
    }

    /**
     * Returns whether the row swap of one more part, that is a group of columns of the trailing update, may begin. It may where a part is
     * left and fewer swaps are under way than {@link #adapt} has set as the limit.
     *
     * @param begun number of parts whose swap has begun, those that are over included
     * @param there number of parts whose swap is over, so that this rank has their rows; these are the first parts
     * @param count number of all parts
     */
    public boolean mayBegin(int begun, int there, int count) {
        return begun < Math.min(count, there + most);
    }
}
