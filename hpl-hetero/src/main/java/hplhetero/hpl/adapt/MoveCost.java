package hplhetero.hpl.adapt;

/**
 * What it costs to move block columns. Ranks stop for it: their look-ahead runs dry, the columns go to their new owners, each rank closes
 * the gaps in its part of the matrix, and look-ahead begins anew. What a move has really cost takes the place of what was expected. Owner:
 * one thread.
 */
public final class MoveCost {
    /** Bytes a second at which one worker of a rank copies its part of the matrix: less than any machine does. */
    private static final double COPY_BYTES_PER_SECOND = 4e9;
    /** Number of workers from which on the memory is taken to be no faster. */
    private static final int MOST_COPYING = 8;
    /**
     * Share of a panel step's time by which look-ahead that begins anew delays a run, for each panel that is ahead. In replays a stop with
     * one panel ahead delays a run by 0.13 steps in the median, and by less than 0.4 in nine of ten.
     */
    private static final double STEPS_FOR_LOOK_AHEAD = 0.2;
    /** Seconds that a rank takes to make new buffers. */
    private static final double REBUILD_SECONDS = 0.02;

    private static final double LEAST_CORRECTION = 0.25;
    private static final double MOST_CORRECTION = 20;

    private final double bytesPerSecond;
    private final double copiedPerSecond;
    private final int depth;
    /** Ratio of what the moves so far have cost to what was expected of them. */
    private double correction = 1;

    /**
     * Makes the costs of a run that has moved nothing yet.
     *
     * @param bytesPerSecond bytes a second that a rank sends, and receives
     * @param workers        number of workers of the rank that has fewest
     * @param depth          look-ahead depth, in panels
     */
    public MoveCost(double bytesPerSecond, int workers, int depth) {
        this.bytesPerSecond = bytesPerSecond;
        copiedPerSecond = COPY_BYTES_PER_SECOND * Math.min(workers, MOST_COPYING);
        this.depth = depth;
    }

    /**
     * Returns the seconds that a move is expected to take while ranks stop for it.
     *
     * @param sent  most bytes that a rank sends or receives
     * @param local most bytes of a rank's part of the matrix that it closes up
     */
    public double stopped(double sent, double local) {
        return correction * (REBUILD_SECONDS + sent / bytesPerSecond + local / copiedPerSecond);
    }

    /**
     * Returns the seconds by which a run is expected to end later because of a move, if it gained nothing.
     *
     * @param stopped seconds for which ranks stop
     * @param step    seconds of a panel step at that time
     */
    public double whole(double stopped, double step) {
        return stopped + (depth + 1) * STEPS_FOR_LOOK_AHEAD * step;
    }

    /**
     * Learns what a move has cost.
     *
     * @param expected seconds for which ranks were expected to stop
     * @param took     seconds for which they did
     */
    public void learn(double expected, double took) {
        correction = Math.clamp(correction * took / expected, LEAST_CORRECTION, MOST_CORRECTION);
    }
}
