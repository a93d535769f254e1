package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
import java.util.function.Function;

/** Fits of a rank's cost models to measurements. The cost models of links are fitted by {@link hplhetero.network.model.HockneyFit}. */
final class CostFit {
    /** Relative difference between the models and a measurement that nothing disturbed. */
    private static final double NOISE_SHARE = 0.01;

    private CostFit() {
    }

    /**
     * A measured trailing update, or with {@code n = 0} a measured panel factorization.
     *
     * @param m       local rows
     * @param n       local columns
     * @param jb      columns of the panel
     * @param seconds median of the measured times, in seconds, &gt; 0
     */
    record Step(double m, double n, int jb, double seconds) {
    }

    /**
     * Returns the cost of an update of m x n elements by a panel of jb columns, fitted to measurements. Where these vary so much that
     * elements would cost nothing, so that larger updates would be free, all operations cost the same: the median of what was measured.
     *
     * @param steps measured updates, at least one. They need two block sizes: otherwise terms that differ by a factor jb cannot be told
     *              apart
     */
    static UpdateCost update(List<Step> steps) {
        // seconds = c0 + c1 m jb + c2 n jb + c3 n jb^2 + c4 m n + c5 2 m n jb
        double[] c = robust(steps, s -> new double[] {1, s.m * s.jb, s.n * s.jb, s.n * s.jb * s.jb, s.m * s.n, 2 * s.m * s.n * s.jb});
        return c[4] > 0 || c[5] > 0 ? new UpdateCost(c[0], c[1], c[2], c[3], c[4], c[5])
                : UpdateCost.constant(median(steps.stream().map(s -> 1e-9 * (2 * s.m + s.jb) * s.n * s.jb / s.seconds).toList()));
    }

    /**
     * Returns the cost of factoring a panel of m x jb elements, fitted to measurements.
     *
     * @param steps measured panels, at least one. They need two block sizes: otherwise terms that differ by a factor jb cannot be told
     *              apart
     */
    static PanelCost panel(List<Step> steps) {
        // seconds = c0 jb + c1 m jb + c2 m jb^2
        double[] c = robust(steps, s -> new double[] {s.jb, s.m * s.jb, s.m * s.jb * s.jb});
        return new PanelCost(c[0], c[1], c[2]);
    }

    private static double[] robust(List<Step> steps, Function<Step, double[]> features) {
        return LeastSquares.robust(steps.stream().map(features).toArray(double[][]::new), steps.stream().mapToDouble(Step::seconds)
                .toArray(), NOISE_SHARE);
    }

    /** Returns the median of at least one value: with an even count the mean of the two middle ones. */
    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** Returns (largest - smallest) / median of at least one value. */
    static double spread(List<Double> values) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return (most - least) / median(values);
    }
}
