package hplhetero.hpl.calibrate;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
import java.util.function.Function;

/** Cost models of a rank from measurements; those of links are {@link hplhetero.network.model.HockneyFit}'s. */
final class CostFit {
    /** By so much a measurement nobody disturbed differs from the models. */
    private static final double NOISE_SHARE = 0.01;

    private CostFit() {
    }

    /**
     * A trailing update, or with {@code n = 0} a panel factorization.
     *
     * @param m       local rows
     * @param n       local columns
     * @param jb      columns of the panel
     * @param seconds median of what was measured, &gt; 0
     */
    record Step(double m, double n, int jb, double seconds) {
    }

    /** @param steps at least one; at two block sizes, or the terms that differ by a factor jb are one */
    static UpdateCost update(List<Step> steps) {
        double[] c = robust(steps, s -> new double[] {1, s.m * s.jb, s.n * s.jb, s.n * s.jb * s.jb, s.m * s.n, 2 * s.m * s.n * s.jb});
        return new UpdateCost(c[0], c[1], c[2], c[3], c[4], c[5]);
    }

    /** @param steps at least one; at two block sizes, or the terms that differ by a factor jb are one */
    static PanelCost panel(List<Step> steps) {
        double[] c = robust(steps, s -> new double[] {s.jb, s.m * s.jb, s.m * s.jb * s.jb});
        return new PanelCost(c[0], c[1], c[2]);
    }

    private static double[] robust(List<Step> steps, Function<Step, double[]> features) {
        return LeastSquares.robust(steps.stream().map(features).toArray(double[][]::new), steps.stream().mapToDouble(Step::seconds)
                .toArray(), NOISE_SHARE);
    }

    /** The middle one of at least one value. */
    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** (slowest - fastest) / median. */
    static double spread(List<Double> values) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return (most - least) / median(values);
    }
}
