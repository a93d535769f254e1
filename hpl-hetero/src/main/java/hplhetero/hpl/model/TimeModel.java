package hplhetero.hpl.model;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.network.FabricCosts;
import hplhetero.hpl.problem.MapSpec;
import java.util.Optional;

/**
 * What a run takes: panel by panel, each rank has a clock; ranks of a column meet in pivoting and row exchange, panels
 * travel along the rows while ranks update, the next panels go ahead. Every coefficient comes from the {@link Cluster}.
 */
public final class TimeModel {
    /** The ideal time is smooth: from so many panels on it is summed at so many of them. */
    private static final int IDEAL_SAMPLES = 128;

    private final Cluster cluster;
    private final SolveVariant variant;
    /** Of all runs that were replayed so far. */
    private final RunMessages messages;
    private final Optional<FabricCosts> fabric;

    /** Of runs of one variant on one cluster; for any number of threads. */
    public TimeModel(Cluster cluster, SolveVariant variant) {
        this(cluster, variant, new RunMessages(), FabricCosts.of(cluster));
    }

    private TimeModel(Cluster cluster, SolveVariant variant, RunMessages messages, Optional<FabricCosts> fabric) {
        this.cluster = cluster;
        this.variant = variant;
        this.messages = messages;
        this.fabric = fabric;
    }

    /** Of runs of another variant, which shares what is remembered. */
    public TimeModel with(SolveVariant other) {
        return new TimeModel(cluster, other, messages, fabric);
    }

    /**
     * Prices one run. O(panels x cells).
     *
     * @param n       order of A
     * @param nb      blocking factor
     * @param map     who owns which block; its owners are ranks of the cluster
     * @param variant how it is done
     */
    public static Prediction price(Cluster cluster, int n, int nb, MapSpec.Explicit map, SolveVariant variant) {
        return new TimeModel(cluster, variant).replay(n, nb, map, true).run(ideal(cluster, n, nb));
    }

    /**
     * One run, still to be replayed; sizes and map as {@link #price} has them.
     *
     * @param causes whether the prediction is to say where the time goes; NaN where it is not
     */
    public RunReplay replay(int n, int nb, MapSpec.Explicit map, boolean causes) {
        return new RunReplay(new ModelInputs(cluster, BlockMap.of(n, nb, map), messages, fabric), variant, causes);
    }

    /**
     * When back substitution is over; sizes and map as {@link #price} has them.
     *
     * @param begin when each rank of the world is done with the factorization
     */
    public static double backSubstitution(Cluster cluster, int n, int nb, MapSpec.Explicit map, double[] begin) {
        ModelInputs inputs = new ModelInputs(cluster, BlockMap.of(n, nb, map));
        RankClocks clocks = new RankClocks(inputs.size(), false);
        for (int i = 0; i < inputs.size(); i++) {
            clocks.moveTo(i, RankClocks.SOLVE, begin[inputs.rank[i]]);
        }
        new SolveReplay(inputs, clocks, new double[inputs.size()]).run();
        return clocks.at(clocks.latest());
    }

    /**
     * Seconds of all updates if every rank always had just its share of the work and never waited: no plan takes less.
     */
    public static double ideal(Cluster cluster, int n, int nb) {
        int panels = Math.ceilDiv(n, nb);
        int stride = Math.max(1, panels / IDEAL_SAMPLES);
        double sum = 0;
        for (int k = 0; k < panels; k += stride) {
            int steps = Math.min(stride, panels - k);
            double left = n - (k + 0.5 * (steps + 1)) * nb;
            sum += left <= 0 ? 0 : steps / updatesPerSecond(cluster, left, nb);
        }
        return sum;
    }

    /** How many updates of n x n elements with a panel of nb columns all ranks together do in a second. */
    private static double updatesPerSecond(Cluster cluster, double n, int nb) {
        double sum = 0;
        for (RankProfile rank : cluster.ranks()) {
            sum += 1 / (rank.update().seconds(n, n, nb) - rank.update().perStep());
        }
        return sum;
    }
}
