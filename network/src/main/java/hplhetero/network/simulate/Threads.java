package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The thread of each rank: pays overheads one after the other, and computes when there are none. Times are virtual seconds. For one thread.
 */
final class Threads {
    /**
     * Fraction of the gap between polls by which a message may come after a poll and still be heard by it. More than rounding, so that a
     * message that comes at the time of a poll is heard.
     */
    private static final double NEARLY = 1e-6;

    // arrays indexed by rank
    /** Time at which each rank has paid the overheads that came so far. */
    private final double[] free;
    private final boolean[] computes;
    /** Time at which each rank began to compute, indexed by rank. */
    private final double[] began;
    /** Time from which the polls of each rank are counted: when it began to compute, plus the overheads since. */
    private final double[] from;
    /** Time at which each rank has computed, as far as known; indexed by rank. */
    private final double[] until;
    /** Seconds of computing between two polls, indexed by rank; infinite where the rank does not poll. */
    private final double[] gap;
    /** Number that the program gave to what each rank computes, indexed by rank. */
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

    /** Lets all threads be idle at time 0, owing no overhead. */
    void clear() {
        Arrays.fill(free, 0);
        Arrays.fill(computes, false);
    }

    /**
     * Adds an overhead that a rank's thread pays after the overheads it owes, and before it computes on.
     *
     * @param seconds the overhead, in seconds
     * @param now     virtual time, in seconds
     * @return virtual time in seconds at which the overhead is paid
     */
    double work(int rank, double seconds, double now) {
        double end = Math.max(free[rank], now) + seconds;
        free[rank] = end;
        if (computes[rank]) {
            from[rank] += seconds;
            until[rank] += seconds;
        }
        return end;
    }

    /**
     * Lets a rank's thread compute, from the virtual time {@code now} or, if later, from when it has paid the overheads it owes.
     *
     * @param seconds time of computing, in seconds, &gt;= 0 and finite
     * @param pollGap seconds of computing between polls, &gt; 0; infinite where the rank does not poll
     * @param task    number that the program gave to the work
     * @param now     virtual time, in seconds
     * @throws IllegalArgumentException when {@code seconds} or {@code pollGap} is out of range
     * @throws IllegalStateException when the rank computes already
     */
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

    /** Notes that a rank has done the work that {@link #compute} gave it. */
    void wake(int rank) {
        computes[rank] = false;
    }

    /** Returns the virtual time in seconds at which a rank began its present or latest work of {@link #compute}. */
    double began(int rank) {
        return began[rank];
    }

    /**
     * Returns the virtual time in seconds at which a rank will have done its work of {@link #compute}, as far as known: further overheads
     * delay it.
     */
    double until(int rank) {
        return until[rank];
    }

    /** Returns the number that the program gave to the present or latest work of a rank. */
    int what(int rank) {
        return what[rank];
    }

    /**
     * Returns the virtual time in seconds at which a rank hears of something, such as a message, that is there at {@code now}: a rank that
     * computes hears only when it polls.
     *
     * @param soon times that are not later than this count as now
     * @return {@code now}, or a time later than {@code soon}, at which the caller has to ask again
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
