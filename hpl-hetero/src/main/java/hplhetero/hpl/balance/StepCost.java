package hplhetero.hpl.balance;

import java.util.List;

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
        UpdateCost[] costs = cluster.ranks().stream().map(RankProfile::update).toArray(UpdateCost[]::new);
        return (rank, m, n) -> m > 0 ? costs[rank].seconds(m, n, nb) : 0;
    }

    /** Ranks that are as fast at every size: seconds are elements / speed. */
    static StepCost constant(List<Double> speeds) {
        double[] inverse = speeds.stream().mapToDouble(speed -> 1 / speed).toArray();
        return (rank, m, n) -> m * n * inverse[rank];
    }
}
