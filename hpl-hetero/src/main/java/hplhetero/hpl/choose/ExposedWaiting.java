package hplhetero.hpl.choose;

/**
 * For how long this rank's thread waited for panels and rows while its workers had nothing to do, in each of a trial's windows, as a share
 * of these steps' time. Owner: the rank's thread.
 */
final class ExposedWaiting {
    /** What is taken, what is tried, what is taken once more. */
    static final int WINDOWS = 3;
    private static final int SHARE_BITS = 21;
    private static final long SHARE_MASK = (1L << SHARE_BITS) - 1;

    private final long[] waited = new long[WINDOWS];
    private final long[] steps = new long[WINDOWS];
    private int from;
    private int length;
    private long lastStep;

    /** Another trial's windows, of so many panels each. */
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

    /** So many nanoseconds in the step with panel k. */
    void waited(int k, long nanos) {
        int window = window(k);
        if (window >= 0) {
            waited[window] += nanos;
        }
    }

    /** The step with panel k is over. */
    void finished(int k, long now) {
        int window = window(k);
        if (window >= 0) {
            steps[window] += now - lastStep;
        }
        lastStep = now;
    }

    /** The three shares as they travel: in 21 bits each, the first one lowest, in parts of the largest such number. */
    long word() {
        return word(share(0), share(1), share(2));
    }

    private double share(int window) {
        return steps[window] == 0 ? 0 : (double) waited[window] / steps[window];
    }

    /** The same of shares of 0 .. 1. */
    static long word(double before, double within, double behind) {
        return bits(before) | bits(within) << SHARE_BITS | bits(behind) << 2 * SHARE_BITS;
    }

    private static long bits(double share) {
        return Math.round(Math.clamp(share, 0.0, 1.0) * SHARE_MASK);
    }

    /** A window's share out of a {@link #word}. */
    static double share(long word, int window) {
        return (double) (word >>> window * SHARE_BITS & SHARE_MASK) / SHARE_MASK;
    }
}
