package hplhetero.hpl.choose;

/**
 * The share of panel steps' time for which this rank's thread waited for panels and rows while its workers had nothing to do, in each
 * window of a trial. Owner: the rank's thread.
 */
final class ExposedWaiting {
    /** Number of windows of a trial: panels take the choice in force, then the choice under trial, then the choice in force once more. */
    static final int WINDOWS = 3;
    private static final int SHARE_BITS = 21;
    private static final long SHARE_MASK = (1L << SHARE_BITS) - 1;

    /** Nanoseconds waited with nothing to do, indexed by window. */
    private final long[] waited = new long[WINDOWS];
    /** Nanoseconds that the panel steps took, indexed by window. */
    private final long[] steps = new long[WINDOWS];
    /** First panel of the first window. */
    private int from;
    /** Number of panels of each window; 0 where no trial is watched. */
    private int length;
    /** Time at which the last panel step ended, as {@link System#nanoTime}. */
    private long lastStep;

    /**
     * Begins to measure another trial, and forgets the one before.
     *
     * @param from   number of the first panel of the trial's first window
     * @param length number of panels of each of the three windows; 0 for no trial
     */
    void watch(int from, int length) {
        this.from = from;
        this.length = length;
        for (int window = 0; window < WINDOWS; window++) {
            waited[window] = 0;
            steps[window] = 0;
        }
    }

    private int window(int k) {
        return length == 0 || k < from || k >= from + WINDOWS * length ? -1 : (k - from) / length;
    }

    /** Adds {@code nanos} nanoseconds for which this rank's thread waited, with nothing to do, in the step with panel {@code k}. */
    void waited(int k, long nanos) {
        int window = window(k);
        if (window >= 0) {
            waited[window] += nanos;
        }
    }

    /**
     * Notes that the step with panel {@code k} is over.
     *
     * @param now time of the step's end, as {@link System#nanoTime}
     */
    void finished(int k, long now) {
        int window = window(k);
        if (window >= 0) {
            steps[window] += now - lastStep;
        }
        lastStep = now;
    }

    /** Returns the shares of the three windows as a piggybacked word: 21 bits each, the first window lowest, in parts of 2^21 - 1. */
    long word() {
        return word(share(0), share(1), share(2));
    }

    private double share(int window) {
        return steps[window] == 0 ? 0 : (double) waited[window] / steps[window];
    }

    /** Returns three shares, each 0 .. 1, as a piggybacked word in the form of {@link #word()}. */
    static long word(double before, double within, double behind) {
        return bits(before) | bits(within) << SHARE_BITS | bits(behind) << 2 * SHARE_BITS;
    }

    private static long bits(double share) {
        return Math.round(Math.clamp(share, 0.0, 1.0) * SHARE_MASK);
    }

    /**
     * Returns the share, 0 .. 1, that a rank waited in one window of a trial, as its {@link #word()} tells.
     *
     * @param word   piggybacked word of the rank
     * @param window number of the window, 0 .. {@link #WINDOWS} - 1
     */
    static double share(long word, int window) {
        return (double) (word >>> window * SHARE_BITS & SHARE_MASK) / SHARE_MASK;
    }
}
