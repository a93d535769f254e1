package hplhetero.hpl.model;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Time of each rank's share of one trailing update, as a function of its size; it grows with both sides. Immutable. A final class
 * with its terms side by side: dealing blocks among a thousand ranks asks millions of times.
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

    /** What was measured of a cluster, for panels of nb columns. */
    public static StepCost of(Cluster cluster, int nb) {
        return new StepCost(of(cluster, UpdateCost::perStep), of(cluster, cost -> cost.perRow(nb)), of(cluster, cost -> cost.perColumn(nb)),
                of(cluster, cost -> cost.perElement(nb)));
    }

    private static double[] of(Cluster cluster, ToDoubleFunction<UpdateCost> term) {
        return cluster.ranks().stream().map(RankProfile::update).mapToDouble(term).toArray();
    }

    /** Ranks that are as fast at every size: seconds are elements / speed. */
    public static StepCost constant(List<Double> speeds) {
        double[] inverse = speeds.stream().mapToDouble(speed -> 1 / speed).toArray();
        double[] none = new double[inverse.length];
        return new StepCost(none, none, none, inverse);
    }

    /**
     * Seconds of one update; 0 where one of the sides is.
     *
     * @param rank the rank's number in the world
     * @param m    its rows below the panel
     * @param n    its columns right of the panel
     */
    public double seconds(int rank, double m, double n) {
        return m > 0 && n > 0 ? perStep[rank] + m * perRow[rank] + n * perColumn[rank] + m * n * perElement[rank] : 0;
    }
}
