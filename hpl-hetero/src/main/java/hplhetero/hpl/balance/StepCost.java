package hplhetero.hpl.balance;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Time of a rank's share of one trailing update, as a function of its size. */
@FunctionalInterface
public interface StepCost {

    /**
     * Seconds of one update; must grow with m and n, and be 0 where one of them is.
     *
     * @param rank the rank's number in the world
     * @param m    its rows below the panel
     * @param n    its columns right of the panel
     */
    double seconds(int rank, double m, double n);

    /** What was measured of a cluster, for panels of nb columns. */
    static StepCost of(Cluster cluster, int nb) {
        // side by side: dealing blocks among a thousand ranks asks millions of times
        double[] perStep = of(cluster, UpdateCost::perStep);
        double[] perColumn = of(cluster, cost -> cost.perColumn(nb));
        double[] perElement = of(cluster, cost -> cost.perElement(nb));
        return (rank, m, n) -> m > 0 && n > 0 ? perStep[rank] + n * perColumn[rank] + m * n * perElement[rank] : 0;
    }

    private static double[] of(Cluster cluster, ToDoubleFunction<UpdateCost> term) {
        return cluster.ranks().stream().map(RankProfile::update).mapToDouble(term).toArray();
    }

    /** Ranks that are as fast at every size: seconds are elements / speed. */
    static StepCost constant(List<Double> speeds) {
        double[] inverse = speeds.stream().mapToDouble(speed -> 1 / speed).toArray();
        return (rank, m, n) -> m * n * inverse[rank];
    }
}
