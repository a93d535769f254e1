package hplhetero.hpl.model;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
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

    private StepCost(double[] perStep, double[] perRow, double[] perColumn, double[] perElement) {
        this.perStep = perStep;
        this.perRow = perRow;
        this.perColumn = perColumn;
        this.perElement = perElement;
    }

    /** Returns the cost of updates with panels of nb columns on each rank of a cluster, by the measured {@link UpdateCost} of the rank. */
    public static StepCost of(Cluster cluster, int nb) {
        return new StepCost(of(cluster, UpdateCost::perStep), of(cluster, cost -> cost.perRow(nb)), of(cluster, cost -> cost.perColumn(nb)),
                of(cluster, cost -> cost.perElement(nb)));
    }

    private static double[] of(Cluster cluster, ToDoubleFunction<UpdateCost> term) {
        return cluster.ranks().stream().map(RankProfile::update).mapToDouble(term).toArray();
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
        return new StepCost(none, none, none, inverse);
    }

    /**
     * Returns the seconds of one update: perStep + m perRow + n perColumn + m n perElement, or 0 where m or n is 0.
     *
     * @param rank number of the rank in the world
     * @param m    rows of the rank below the panel
     * @param n    columns of the rank right of the panel
     */
    public double seconds(int rank, double m, double n) {
        return m > 0 && n > 0 ? perStep[rank] + m * perRow[rank] + n * perColumn[rank] + m * n * perElement[rank] : 0;
    }
}
