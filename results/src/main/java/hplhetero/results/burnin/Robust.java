package hplhetero.results.burnin;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Statistics that a few bad values hardly change. Values that are not finite are left out; statistics of no values are NaN. */
final class Robust {
    /** The ratio of the standard deviation to the median absolute deviation, for values that are distributed normally. */
    private static final double SIGMAS = 1.4826;

    private Robust() {
    }

    /** Returns the numbers that things have. */
    static <T> double[] values(List<T> things, ToDoubleFunction<T> of) {
        return things.stream().mapToDouble(of).toArray();
    }

    /** Returns the median; of an even number of values the mean of the two in the middle. */
    static double median(double[] values) {
        return quantile(values, 0.5);
    }

    /**
     * Returns the value below which a share of the values lies, interpolated linearly.
     *
     * @param values the values, in any order
     * @param share  the share, 0..1
     */
    static double quantile(double[] values, double share) {
        double[] sorted = DoubleStream.of(values).filter(Double::isFinite).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    /** Returns the standard deviation as the median absolute deviation from the median estimates it. */
    static double sigma(double[] values) {
        double middle = median(values);
        return SIGMAS * median(DoubleStream.of(values).map(value -> Math.abs(value - middle)).toArray());
    }

    /** Returns the slope of y over x by Theil and Sen: the median of the slopes between all pairs of points. */
    static double slope(double[] x, double[] y) {
        double[] slopes = new double[x.length * (x.length - 1) / 2];
        int pairs = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < i; j++) {
                slopes[pairs++] = x[i] == x[j] ? Double.NaN : (y[i] - y[j]) / (x[i] - x[j]);
            }
        }
        return median(slopes);
    }

    /** Returns the differences of y from a line with a slope, indexed like x and y. */
    static double[] residuals(double[] x, double[] y, double slope) {
        double[] left = new double[x.length];
        Arrays.setAll(left, i -> y[i] - slope * x[i]);
        return left;
    }
}
