package hplhetero.network.simulate;

import java.util.Arrays;

/** What each rank's thread does: overheads, one after the other, and what it computes when there are none. One thread. */
final class Threads {
    /** Of a gap between polls: what is so little behind a poll is heard by it. More than rounding. */
    private static final double NEARLY = 1e-6;

    // of each rank
    /** When it has paid the overheads that came. */
    private final double[] free;
    private final boolean[] computes;
    private final double[] began;
    /** From where its polls count: when it began to compute, and the overheads since. */
    private final double[] from;
    private final double[] until;
    private final double[] gap;
    private final int[] what;

    Threads(int ranks) {
        free = new double[ranks];
        computes = new boolean[ranks];
        began = new double[ranks];
        from = new double[ranks];
        until = new double[ranks];
        gap = new double[ranks];
        what = new int[ranks];
    }

    void clear() {
        Arrays.fill(free, 0);
        Arrays.fill(computes, false);
    }

    /** It pays an overhead, behind those that it owes, and before it computes on. Returns when that is done. */
    double work(int rank, double seconds, double now) {
        double end = Math.max(free[rank], now) + seconds;
        free[rank] = end;
        if (computes[rank]) {
            from[rank] += seconds;
            until[rank] += seconds;
        }
        return end;
    }

    void compute(int rank, double seconds, double pollGap, int task, double now) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY && pollGap > 0)) {
            throw new IllegalArgumentException("rank=" + rank + " seconds=" + seconds + " pollGap=" + pollGap
                    + ": seconds must be >= 0 and finite, the gap > 0");
        }
        if (computes[rank]) {
            throw new IllegalStateException("rank=" + rank + " what=" + task + ": computes what=" + what[rank] + " until " + until[rank]
                    + " s: begin when that is done");
        }
        computes[rank] = true;
        began[rank] = Math.max(free[rank], now);
        from[rank] = began[rank];
        until[rank] = began[rank] + seconds;
        gap[rank] = pollGap;
        what[rank] = task;
    }

    /** It computes no more. */
    void wake(int rank) {
        computes[rank] = false;
    }

    double began(int rank) {
        return began[rank];
    }

    /** When it is done, as far as known. */
    double until(int rank) {
        return until[rank];
    }

    int what(int rank) {
        return what[rank];
    }

    /**
     * When it hears of something that is there now.
     *
     * @param soon what is not later is now
     * @return {@code now}, or later than {@code soon}; it may have to be asked again then
     */
    double hears(int rank, double now, double soon) {
        if (!computes[rank] || now <= from[rank] || now < free[rank] || until[rank] <= soon) {
            return now;
        }
        if (gap[rank] == Double.POSITIVE_INFINITY) {
            return until[rank];
        }
        double poll = from[rank] + Math.ceil((now - from[rank]) / gap[rank] - NEARLY) * gap[rank];
        return poll <= soon ? now : Math.min(poll, until[rank]);
    }
}
