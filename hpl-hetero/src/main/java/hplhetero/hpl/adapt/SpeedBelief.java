package hplhetero.hpl.adapt;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What is believed of the speeds of ranks, from measurements that come window by window; a window is some panel steps. What slows all ranks
 * alike, such as updates that become small, is followed by itself. Between two changes of a rank's speed, the mean of its newest
 * measurements is believed. A speed has changed when some of the newest measurements, two or more, leave what is believed in the same
 * direction by more than {@link #LEAST_CHANGE} and by more than chance explains; what was measured before then no longer counts. Owner: one
 * thread.
 */
public final class SpeedBelief {
    /** Logarithm of the smallest ratio of speeds that is taken for a change. */
    private static final double LEAST_CHANGE = Math.log(1.08);
    /** Number of standard deviations of a mean of measurements beyond which a change is no chance. */
    private static final double DEVIATIONS = 6;
    /** Number of windows of which only half as much is known of how much ranks vary as of very many. */
    private static final double FEW_WINDOWS = 2;
    /** Standard deviation of normally distributed numbers whose median distance from their mean is 1. */
    private static final double DEVIATION_OF_MEDIAN = 1.4826;
    /** Number of windows that are remembered. */
    private static final int WINDOWS = 12;
    /** Number of windows from which on a rank's own variation is known besides that of all ranks. */
    private static final int OWN_WINDOWS = 6;
    /** Number of windows up to which each number of windows is looked at, rather than every other one. */
    private static final int FINE = 4;

    /** Logarithm of the believed seconds for an operation of each rank, without {@link #common}; NaN for a rank not measured yet. */
    private final double[] believed;
    /** Logarithms of measured seconds for an operation, without {@link #common}, newest first, indexed by rank, then window. */
    private final double[][] measured;
    /**
     * Distances of the logarithms of neighbouring windows, newest first, indexed by rank, then window; NaN where the speed has changed, and
     * where there are none.
     */
    private final double[][] steps;
    /** Number of windows heard since the speed of a rank last changed, or since the start, indexed by rank. */
    private final int[] since;
    /** Number of windows that are remembered of each rank, indexed by rank. */
    private final int[] windows;
    /** Standard deviation of the measurements of most ranks, as a share of what is measured. */
    private double usual;
    /** Logarithm of the factor by which all ranks have become slower since the first window. */
    private double common;

    /**
     * Makes a belief before anything is measured.
     *
     * @param ranks number of ranks
     */
    public SpeedBelief(int ranks) {
        believed = new double[ranks];
        Arrays.fill(believed, Double.NaN);
        measured = new double[ranks][WINDOWS];
        steps = new double[ranks][WINDOWS];
        for (double[] of : steps) {
            Arrays.fill(of, Double.NaN);
        }
        windows = new int[ranks];
        since = new int[ranks];
    }

    /**
     * Takes in a window of measurements.
     *
     * @param seconds seconds for an operation of each rank, indexed by rank; not above 0 where a rank has not been measured
     */
    public void hear(double[] seconds) {
        int[] ranks = IntStream.range(0, seconds.length).filter(r -> seconds[r] > 0).toArray();
        if (ranks.length == 0) {
            return;
        }
        common += drift(ranks, seconds);
        for (int r : ranks) {
            System.arraycopy(measured[r], 0, measured[r], 1, WINDOWS - 1);
            System.arraycopy(steps[r], 0, steps[r], 1, WINDOWS - 1);
            measured[r][0] = Math.log(seconds[r]) - common;
            steps[r][0] = windows[r] == 0 ? Double.NaN : Math.abs(measured[r][0] - measured[r][1]);
            windows[r] = Math.min(windows[r] + 1, WINDOWS);
        }
        usual = deviation(Arrays.stream(ranks).mapToObj(r -> steps[r]).flatMapToDouble(Arrays::stream));
        for (int r : ranks) {
            follow(r);
        }
    }

    /**
     * Returns the logarithm of the factor by which all ranks have become slower since the window before: the median of the ranks that are
     * about as fast as is believed. So where one of two ranks becomes slower, the other one does not seem to become faster.
     */
    private double drift(int[] ranks, double[] seconds) {
        double[] all = Arrays.stream(ranks).filter(r -> windows[r] > 0).mapToDouble(r -> Math.log(seconds[r]) - common - believed[r])
                .filter(off -> Math.abs(off) < Math.max(LEAST_CHANGE, DEVIATIONS * usual)).toArray();
        return all.length == 0 ? 0 : median(all);
    }

    /** Decides what is believed of a rank whose newest measurement has come. */
    private void follow(int r) {
        since[r]++;
        for (int n = 2; n < Math.min(windows[r], since[r]); n += n < FINE ? 1 : 2) {
            double now = measured[r][0] - believed[r];
            double before = measured[r][1] - believed[r];
            double mean = mean(Arrays.copyOf(measured[r], n)) - believed[r];
            double limit = limit(r, n);
            // one window alone may be disturbed, or lie partly before a change
            boolean both = Math.min(now * Math.signum(mean), before * Math.signum(mean)) > limit / 2;
            if (Math.abs(mean) > limit && both) {
                // a window in which the speed has changed lies between the two speeds, so of two unlike windows the newer one counts
                since[r] = n > 2 || Math.abs(now - before) < limit ? n : 1;
                // the speed may have changed within the window before these
                Arrays.fill(steps[r], since[r] - 1, Math.min(since[r] + 1, WINDOWS), Double.NaN);
                break;
            }
        }
        believed[r] = mean(Arrays.copyOf(measured[r], Math.min(since[r], WINDOWS)));
    }

    /**
     * Returns by how much the mean of a rank's newest windows must leave what is believed: more where they vary, and where so few windows
     * were heard that it is not well known how much they vary.
     *
     * @param n number of the windows
     */
    private double limit(int r, int n) {
        // a change must not hide as variation
        double own = windows[r] < OWN_WINDOWS ? usual : deviation(r);
        return Math.max(LEAST_CHANGE, DEVIATIONS * unknown(r) * Math.max(usual, own) / Math.sqrt(n));
    }

    /** Returns the factor by which a standard deviation may be larger than it seems, since few windows were heard. */
    private double unknown(int r) {
        return 1 + FEW_WINDOWS / Math.max(1, windows[r] - 1);
    }

    private double deviation(int r) {
        return deviation(Arrays.stream(steps[r]));
    }

    /** Returns the standard deviation of measurements about a slow drift, from the distances of neighbouring windows; 0 without any. */
    private static double deviation(DoubleStream distances) {
        double[] known = distances.filter(step -> !Double.isNaN(step)).toArray();
        return known.length == 0 ? 0 : DEVIATION_OF_MEDIAN * median(known) / Math.sqrt(2);
    }

    /**
     * Returns whether each of some ranks has been measured twice, so that something is known of its speed.
     *
     * @param ranks numbers of the ranks
     */
    public boolean knows(int[] ranks) {
        return Arrays.stream(ranks).allMatch(r -> windows[r] > 1);
    }

    /**
     * Returns the believed seconds for an operation of each rank, at the size of updates of the newest window; NaN for a rank that was not
     * measured.
     */
    public double[] seconds() {
        return Arrays.stream(believed).map(value -> Math.exp(value + common)).toArray();
    }

    /** Returns the standard deviation of the believed speed of the rank of which least is known, as a share of the speed. */
    public double uncertainty() {
        return IntStream.range(0, believed.length).filter(r -> windows[r] > 0)
                .mapToDouble(r -> unknown(r) * Math.max(usual, deviation(r)) / Math.sqrt(Math.min(since[r], WINDOWS))).max().orElse(0);
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
