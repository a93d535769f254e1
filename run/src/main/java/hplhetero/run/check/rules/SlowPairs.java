package hplhetero.run.check.rules;

import hplhetero.run.check.agent.PairTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Finds pairs that are much slower than most, and has them measured again: a link that is slow stays slow. */
public final class SlowPairs {
    /**
     * Multiple of the usual latency above which a pair is late. It must also exceed the usual by {@link #LEAST_LATE_SECONDS}, because any
     * link may be that late for a moment.
     */
    private static final double LATE_FACTOR_OF_MEDIAN = 3;
    private static final double LEAST_LATE_SECONDS = 100e-6;
    /** The fewest pairs for which there is a usual value. */
    private static final int LEAST_PAIRS = 3;
    /** How many times slow pairs are measured again, each time after {@link #PAUSE_MILLIS}. */
    private static final int MOST_REPEATS = 2;
    private static final long PAUSE_MILLIS = 500;
    /** The most pairs that are measured again. Where more are slow, as between two sites, it is not for a moment. */
    private static final int MOST_REPEATED_PAIRS = 16;

    private final List<PairTiming> measured;
    /** Share of the usual bandwidth below which a pair is slow. */
    private final double slowShare;

    /**
     * Makes a judge of these pairs by the usual limits.
     *
     * @param timings the timings, one for each pair
     */
    public SlowPairs(List<PairTiming> timings) {
        this(timings, Acceptance.USUAL);
    }

    /**
     * Makes a judge of these pairs.
     *
     * @param timings the timings, one for each pair
     * @param limits  how slow a pair may be
     */
    public SlowPairs(List<PairTiming> timings, Acceptance limits) {
        slowShare = limits.slowLink();
        measured = timings.stream().filter(PairTiming::measured).toList();
    }

    /** Returns the upper median of the bandwidth over all measured pairs, in bytes a second. */
    double usualRate() {
        return median(PairTiming::bytesPerSecond);
    }

    /** Returns the upper median of the latency over all measured pairs, in seconds. */
    double usualLatency() {
        return median(PairTiming::latencySeconds);
    }

    private double median(ToDoubleFunction<PairTiming> of) {
        return measured.stream().mapToDouble(of).sorted().toArray()[measured.size() / 2];
    }

    /**
     * Returns whether a pair's bandwidth is less than the limit, half of the median over all pairs where nobody gave another. Always
     * false where there are too few pairs to tell.
     */
    boolean isSlow(PairTiming timing) {
        return measured.size() >= LEAST_PAIRS && timing.measured() && timing.bytesPerSecond() < slowShare * usualRate();
    }

    /**
     * Returns whether a pair's latency is more than three times the median over all pairs, and exceeds the median by
     * {@link #LEAST_LATE_SECONDS}. Always false where there are too few pairs to tell.
     */
    boolean isLate(PairTiming timing) {
        return measured.size() >= LEAST_PAIRS && timing.measured() && timing.latencySeconds() > LATE_FACTOR_OF_MEDIAN * usualLatency()
                && timing.latencySeconds() - usualLatency() > LEAST_LATE_SECONDS;
    }

    private boolean isOut(PairTiming timing) {
        return isSlow(timing) || isLate(timing);
    }

    /**
     * Measures again those pairs of hosts, out of the timings this object was made of, whose bandwidth was below the limit,
     *  or whose latency was more than three times the median and more than 100 microseconds above it. Each is measured up to
     * twice, after a pause of half a second; a pair that is no longer so slow is left out of the second time. At most 16 pairs are
     * measured, those of lowest bandwidth; none where fewer than three pairs were timed.
     *
     * @param measure measures the pairs of the timings given to it, one after the other, and returns the new timings
     * @param pause   waits between the repetitions
     * @return all new timings, in the order in which they were made; empty where no pair was slow
     */
    public List<PairTiming> again(Function<List<PairTiming>, List<PairTiming>> measure, Pause pause) {
        List<PairTiming> repeats = new ArrayList<>();
        List<PairTiming> out = measured.stream().filter(this::isOut).sorted(Comparator.comparingDouble(PairTiming::bytesPerSecond))
                .limit(MOST_REPEATED_PAIRS).toList();
        for (int time = 0; time < MOST_REPEATS && !out.isEmpty(); time++) {
            pause.millis(PAUSE_MILLIS);
            List<PairTiming> now = measure.apply(out);
            repeats.addAll(now);
            out = out.stream().filter(pair -> now.stream().noneMatch(other -> same(pair, other) && other.measured() && !isOut(other)))
                    .toList();
        }
        return repeats;
    }

    /** Returns whether two timings are those of one pair of hosts, measured in the same direction. */
    static boolean same(PairTiming one, PairTiming other) {
        return one.from().equals(other.from()) && one.to().equals(other.to());
    }

    /** A way of waiting, which tests replace so that they need not wait. */
    @FunctionalInterface
    public interface Pause {
        /** A pause that sleeps. */
        Pause SLEEP = millis -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };

        /**
         * Waits for this time.
         *
         * @param millis the time in milliseconds
         */
        void millis(long millis);
    }
}
