package hplhetero.hpl.lu;

import hplhetero.hpl.grid.Tags;

/**
 * The number of parts of a rank's row swap that may be under way at once. It follows the share of panel steps that the rank spends waiting
 * for rows, since rows that are copied before the link is free for them only displace others from the caches. Owner: one thread.
 */
public final class PartsUnderWay {
    /** Share of a step spent waiting for rows above which one more part may be under way. */
    private static final double MOST_WAITING_SHARE = 0.15;
    /** Share of a step spent waiting for rows below which one part fewer may be under way. */
    private static final double LEAST_WAITING_SHARE = 0.08;

    /** Largest number of parts that may be under way now. */
    private int most = 1;

    /** Adapts the number of parts to a panel step of which the rank spent the share {@code waitingShare} waiting for rows. */
    public void adapt(double waitingShare) {
        if (waitingShare > MOST_WAITING_SHARE) {
            most = Math.min(Tags.SWAPS_AT_ONCE, most + 1);
        } else if (waitingShare < LEAST_WAITING_SHARE) {
            most = Math.max(1, most - 1);
        }
    }

    /**
     * Returns whether the row swap of one more part of the trailing update may begin, by the present limit of parts under way at once.
     *
     * @param begun number of parts whose swap has begun
     * @param there number of parts whose swap is over, so that this rank has their rows; these parts precede all others
     * @param count number of all parts
     */
    public boolean mayBegin(int begun, int there, int count) {
        return begun < Math.min(count, there + most);
    }
}
