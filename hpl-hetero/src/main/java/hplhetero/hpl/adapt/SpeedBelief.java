package hplhetero.hpl.adapt;

import java.util.Arrays;

/**
 * What is believed of the speeds of ranks, from measurements that come window by window; a window is some panel steps. Only the ratios of
 * speeds count: what slows all ranks alike, such as updates that become small, is taken out. A rank's believed speed changes only when its
 * measurements leave it for two windows in the same direction, by more than {@link #LEAST_CHANGE} and by more than they vary anyway. What
 * was measured since then refines it. Owner: one thread.
 */
public final class SpeedBelief {
    /** Logarithm of the smallest ratio of speeds that is taken for a change. */
    private static final double LEAST_CHANGE = Math.log(1.08);
    /** Number of standard deviations of a rank's measurements beyond which a change is no chance. */
    private static final double DEVIATIONS = 4;
    /** Number of windows of which only half as much is known of how much ranks vary as of very many. */
    private static final double FEW_WINDOWS = 2;
    /** Standard deviation of normally distributed numbers whose median distance from their mean is 1. */
    private static final double DEVIATION_OF_MEDIAN = 1.4826;
    /** Number of windows that are remembered. */
    private static final int WINDOWS = 12;
    /** Number of windows since a change whose median is the believed speed. */
    private static final int REFINED_BY = 5;

    /** Logarithm of the believed seconds for an operation of each rank, up to a common summand; NaN for a rank that is not measured. */
    private final double[] believed;
    /** Logarithms of measured seconds for an operation, relative to all ranks, newest first, indexed by rank, then window. */
    private final double[][] measured;
    /** Number of windows heard since the believed speed of a rank last changed; more than {@link #REFINED_BY} where that is long ago. */
    private final int[] since;
    private int windows;
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
        since = new int[prior.length];
        Arrays.fill(since, WINDOWS);
    }

    /**
     * Takes in a window of measurements.
     *
     * @param seconds seconds for an operation of each rank, indexed by rank; 0 or NaN where a rank has not been measured. A window in which
     *                a rank that takes part has not been measured says nothing about any rank
     * @return whether what is believed of a rank has changed
     */
    public boolean hear(double[] seconds) {
        for (int r = 0; r < believed.length; r++) {
            if (!Double.isNaN(believed[r]) && !(seconds[r] > 0)) {
                return false;
            }
        }
        common = median(seconds.length, r -> Math.log(seconds[r]) - believed[r]);
        windows++;
        boolean changed = false;
        for (int r = 0; r < believed.length; r++) {
            if (!Double.isNaN(believed[r])) {
                System.arraycopy(measured[r], 0, measured[r], 1, WINDOWS - 1);
                measured[r][0] = Math.log(seconds[r]) - common;
                changed |= follow(r);
            }
        }
        return changed;
    }

    /** Decides what is believed of a rank whose newest measurement has come. Returns whether that has changed. */
    private boolean follow(int r) {
        since[r]++;
        if (since[r] < REFINED_BY) {
            double[] recent = Arrays.copyOf(measured[r], since[r]);
            return set(r, median(recent), since[r]);
        }
        if (windows < 2) {
            return false;
        }
        double limit = limit(r);
        double now = measured[r][0] - believed[r];
        double before = measured[r][1] - believed[r];
        if (Math.abs(now) < limit || Math.abs(before) < limit || now * before < 0) {
            return false;
        }
        // a window in which the speed has changed lies between the two speeds, so of two unlike windows the newer one counts
        boolean alike = Math.abs(now - before) < limit;
        return set(r, alike ? 0.5 * (measured[r][0] + measured[r][1]) : measured[r][0], alike ? 2 : 1);
    }

    private boolean set(int r, double value, int windowsSince) {
        boolean changed = value != believed[r];
        believed[r] = value;
        since[r] = windowsSince;
        return changed;
    }

    /**
     * Returns by how much a rank's measurements must leave what is believed: more where they vary, and where so few windows were heard that
     * it is not well known how much they vary.
     */
    private double limit(int r) {
        int known = Math.min(windows, WINDOWS) - 1;
        double deviation = Math.max(deviation(r, known), median(believed.length, other -> deviation(other, known)));
        return Math.max(LEAST_CHANGE, DEVIATIONS * (1 + FEW_WINDOWS / known) * deviation);
    }

    /** Returns the standard deviation of a rank's measurements about a slow drift, from the differences of neighbouring windows. */
    private double deviation(int r, int known) {
        double[] steps = new double[known];
        for (int w = 0; w < known; w++) {
            steps[w] = Math.abs(measured[r][w] - measured[r][w + 1]);
        }
        return DEVIATION_OF_MEDIAN * median(steps) / Math.sqrt(2);
    }

    /**
     * Returns the believed seconds for an operation of each rank, at the size of updates of the newest window; NaN for a rank that takes no
     * part.
     */
    public double[] seconds() {
        return Arrays.stream(believed).map(value -> Math.exp(value + common)).toArray();
    }

    /** Gives the logarithm of a rank's number. */
    private interface OfRank {
        double at(int rank);
    }

    /** Returns the median of a number over the ranks that take part. */
    private double median(int ranks, OfRank number) {
        double[] all = new double[ranks];
        int count = 0;
        for (int r = 0; r < ranks; r++) {
            if (!Double.isNaN(believed[r])) {
                all[count++] = number.at(r);
            }
        }
        return median(Arrays.copyOf(all, count));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
    }
}
