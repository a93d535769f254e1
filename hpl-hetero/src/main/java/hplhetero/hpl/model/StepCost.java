package hplhetero.hpl.model;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The time of each rank's share of one trailing update, as a function of its size; the time grows with both sides. Immutable. A final class
 * with its terms side by side, because dealing blocks among a thousand ranks asks for the time millions of times.
 */
public final class StepCost {
    private final double[] perStep;
    private final double[] perRow;
    private final double[] perColumn;
    private final double[] perElement;
    /** Elements that a rank's device holds, indexed by rank; infinite where they are all, or it is not known what the others cost. */
    private final double[] held;
    /** Further seconds of an element that the device does not hold, indexed by rank. */
    private final double[] perElementMore;

    private StepCost(double[] perStep, double[] perRow, double[] perColumn, double[] perElement, double[] held, double[] perElementMore) {
        this.perStep = perStep;
        this.perRow = perRow;
        this.perColumn = perColumn;
        this.perElement = perElement;
        this.held = held;
        this.perElementMore = perElementMore;
    }

    /** Returns the cost of updates with panels of nb columns on each rank of a cluster, by the measured {@link UpdateCost} of the rank. */
    public static StepCost of(Cluster cluster, int nb) {
        return new StepCost(of(cluster, rank -> rank.update().perStep()), of(cluster, rank -> rank.update().perRow(nb)),
                of(cluster, rank -> rank.update().perColumn(nb)), of(cluster, rank -> rank.update().perElement(nb)),
                of(cluster, rank -> streamed(rank).isEmpty() ? Double.POSITIVE_INFINITY
                        : rank.device().orElseThrow().heldBytes() / (double) Double.BYTES),
                of(cluster, rank -> streamed(rank).map(cost -> Math.max(0, cost.perElement(nb) - rank.update().perElement(nb)))
                        .orElse(0.0)));
    }

    private static Optional<UpdateCost> streamed(RankProfile rank) {
        return rank.device().flatMap(DeviceCost::streamed);
    }

    private static double[] of(Cluster cluster, ToDoubleFunction<RankProfile> term) {
        return cluster.ranks().stream().mapToDouble(term).toArray();
    }

    /**
     * Returns costs of ranks whose speed does not depend on the size of an update: an update of m x n elements of the trailing matrix takes
     * m n / speed seconds.
     *
     * @param speeds elements of the trailing matrix that each rank updates in a second, &gt; 0, indexed by rank
     */
    public static StepCost constant(List<Double> speeds) {
        double[] inverse = speeds.stream().mapToDouble(speed -> 1 / speed).toArray();
        double[] none = new double[inverse.length];
        double[] all = new double[inverse.length];
        Arrays.fill(all, Double.POSITIVE_INFINITY);
        return new StepCost(none, none, none, inverse, all, none);
    }

    /**
     * Returns the seconds of one update: perStep + m perRow + n perColumn + m n perElement, or 0 where m or n is 0. Of elements that the
     * rank's device does not hold, each takes longer. The rank counts as if it had these m x n elements alone.
     *
     * @param rank number of the rank in the world
     * @param m    rows of the rank below the panel
     * @param n    columns of the rank right of the panel
     */
    public double seconds(int rank, double m, double n) {
        return m > 0 && n > 0 ? perStep[rank] + m * perRow[rank] + n * perColumn[rank] + m * n * perElement[rank]
                + Math.max(0, m * n - held[rank]) * perElementMore[rank] : 0;
    }
}
