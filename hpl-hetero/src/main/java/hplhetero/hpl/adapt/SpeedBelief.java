package hplhetero.hpl.adapt;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is believed of the speeds of ranks, from measurements that come window by window; a window is some panel steps. Only the ratios of
 * speeds count: what slows all ranks alike, such as updates that become small, is taken out. A rank's believed speed changes only when its
 * newest measurements, two or more, leave it in the same direction by more than {@link #LEAST_CHANGE} and by more than chance explains.
 * What was measured since then refines it. Owner: one thread.
 */
public final class SpeedBelief {
    /** Logarithm of the smallest ratio of speeds that is taken for a change. */
    private static final double LEAST_CHANGE = Math.log(1.08);
    /** Number of standard deviations of a mean of measurements beyond which a change is no chance. */
    private static final double DEVIATIONS = 6;
    /** Number of windows of which only half as much is known of how much ranks vary as of very many. */
    private static final double FEW_WINDOWS = 4;
    /** Number of windows from which on a rank's own variation is known, so that the largest one of all ranks need not stand for it. */
    private static final int KNOWN_WINDOWS = 6;
    /** Standard deviation of normally distributed numbers whose median distance from their mean is 1. */
    private static final double DEVIATION_OF_MEDIAN = 1.4826;
    /** Number of windows that are remembered. */
    private static final int WINDOWS = 12;
    /** Number of windows up to which each number of windows is looked at, rather than every other one. */
    private static final int FINE = 4;
    /** Number of windows since a change whose mean is the believed speed. */
    private static final int REFINED_BY = 5;

    /** Logarithm of the believed seconds for an operation of each rank, up to a common summand; NaN for a rank that is not measured. */
    private final double[] believed;
    /** Logarithms of measured seconds for an operation, relative to all ranks, newest first, indexed by rank, then window. */
    private final double[][] measured;
    /** Number of windows heard since the believed speed of a rank last changed; more than {@link #REFINED_BY} where that is long ago. */
    private final int[] since;
    /** Number of windows that are remembered of each rank, indexed by rank. */
    private final int[] windows;
    /** Standard deviation of the measurements of most ranks, as a share of what is measured. */
    private double usual;
    /** Logarithm of the seconds for an operation of a rank whose believed number is 0, by the newest window. */
    private double common;

    /**
     * Makes a belief before anything is measured.
     *
     * @param prior seconds for an operation that each rank is expected to take, up to a common factor, such as those for which a map is
     *              balanced; NaN for a rank that takes no part
     */
    public SpeedBelief(double[] prior) {
        believed = Arrays.stream(prior).map(Math::log).toArray();
        measured = new double[prior.length][WINDOWS];
        windows = new int[prior.length];
        since = new int[prior.length];
        Arrays.fill(since, WINDOWS);
    }

    /**
     * Takes in a window of measurements.
     *
     * @param seconds seconds for an operation of each rank, indexed by rank; not above 0 where a rank has not been measured
     */
    public void hear(double[] seconds) {
        int[] ranks = IntStream.range(0, seconds.length).filter(r -> !Double.isNaN(believed[r]) && seconds[r] > 0).toArray();
        if (ranks.length == 0) {
            return;
        }
        common = median(Arrays.stream(ranks).mapToDouble(r -> Math.log(seconds[r]) - believed[r]).toArray());
        for (int r : ranks) {
            System.arraycopy(measured[r], 0, measured[r], 1, WINDOWS - 1);
            measured[r][0] = Math.log(seconds[r]) - common;
            windows[r] = Math.min(windows[r] + 1, WINDOWS);
        }
        double[] deviations = Arrays.stream(ranks).mapToDouble(this::deviation).toArray();
        usual = windows[ranks[0]] < KNOWN_WINDOWS ? Arrays.stream(deviations).max().orElseThrow() : median(deviations);
        for (int r : ranks) {
            follow(r);
        }
    }

    /** Decides what is believed of a rank whose newest measurement has come. */
    private void follow(int r) {
        since[r]++;
        if (since[r] < REFINED_BY) {
            believed[r] = mean(Arrays.copyOf(measured[r], since[r]));
            return;
        }
        if (windows[r] < 2) {
            return;
        }
        for (int n = 2; n <= Math.min(windows[r], since[r]); n += n < FINE ? 1 : 2) {
            double now = measured[r][0] - believed[r];
            double before = measured[r][1] - believed[r];
            double mean = mean(Arrays.copyOf(measured[r], n)) - believed[r];
            double limit = limit(r, n);
            if (Math.abs(mean) > limit && now * mean > 0 && before * mean > 0) {
                // a window in which the speed has changed lies between the two speeds, so of two unlike windows the newer one counts
                boolean alike = n > 2 || Math.abs(now - before) < limit;
                believed[r] += alike ? mean : now;
                since[r] = alike ? n : 1;
                return;
            }
        }
    }

    /**
     * Returns by how much the mean of a rank's newest windows must leave what is believed: more where they vary, and where so few windows
     * were heard that it is not well known how much they vary.
     *
     * @param n number of the windows
     */
    private double limit(int r, int n) {
        double deviation = (1 + FEW_WINDOWS / (windows[r] - 1)) * Math.max(usual, deviation(r));
        return Math.max(LEAST_CHANGE, DEVIATIONS * deviation / Math.sqrt(n));
    }

    /**
     * Returns the standard deviation of a rank's measurements about a slow drift, from the differences of neighbouring windows; 0 where
     * there are none.
     */
    private double deviation(int r) {
        double[] steps = IntStream.range(0, windows[r] - 1).mapToDouble(w -> Math.abs(measured[r][w] - measured[r][w + 1])).toArray();
        return steps.length == 0 ? 0 : DEVIATION_OF_MEDIAN * median(steps) / Math.sqrt(2);
    }

    /**
     * Returns the believed seconds for an operation of each rank, at the size of updates of the newest window; NaN for a rank that takes no
     * part.
     */
    public double[] seconds() {
        return Arrays.stream(believed).map(value -> Math.exp(value + common)).toArray();
    }

    /** Returns the standard deviation of a window's measurement of most ranks, as a share of what is measured. */
    public double variation() {
        return usual;
    }

    /** Returns the mean; of four numbers and more without the least and the largest. */
    private static double mean(double[] values) {
        Arrays.sort(values);
        int left = values.length < FINE ? 0 : 1;
        return Arrays.stream(values, left, values.length - left).average().orElseThrow();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
    }
}
