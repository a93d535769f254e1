package hplhetero.hpl.model;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.network.FabricCosts;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import java.util.List;
import java.util.Optional;

/**
 * The time model of a run. Panel by panel, each rank has a clock: ranks of a column meet in pivoting and row exchange, panels travel along
 * the rows while ranks update, the next panels go ahead. Every coefficient comes from the {@link Cluster}. For any number of threads.
 */
public final class TimeModel {
    /** Number of panels at which the ideal time is summed where there are more: the ideal time is smooth. */
    private static final int IDEAL_SAMPLES = 128;

    private final Cluster cluster;
    private final SolveVariant variant;
    /** Slowdowns that change while a run goes on, indexed by rank; empty where no rank's speed changes. */
    private final List<Slowdown> slowdowns;
    /** Messages of all runs that were replayed so far, which are remembered. */
    private final RunMessages messages;
    private final Optional<FabricCosts> fabric;

    /** Creates the model of runs of one variant on one cluster. For any number of threads. */
    public TimeModel(Cluster cluster, SolveVariant variant) {
        this(cluster, variant, List.of(), new RunMessages(), FabricCosts.of(cluster));
    }

    private TimeModel(Cluster cluster, SolveVariant variant, List<Slowdown> slowdowns, RunMessages messages,
            Optional<FabricCosts> fabric) {
        this.cluster = cluster;
        this.variant = variant;
        this.slowdowns = slowdowns;
        this.messages = messages;
        this.fabric = fabric;
    }

    /**
     * Returns the model of runs of another variant on the cluster of this model. Both models share what they remember of earlier
     * predictions.
     *
     * @param other how these runs are done
     */
    public TimeModel with(SolveVariant other) {
        return new TimeModel(cluster, other, slowdowns, messages, fabric);
    }

    /**
     * Returns the model of runs on the cluster of this model whose ranks become slower or faster: the cluster's costs are those at
     * the start of a run, and are multiplied by {@link Slowdown#sinceStart}. Both models share what they remember of earlier predictions.
     *
     * @param changing slowdowns of all ranks, indexed by rank; empty where no rank's speed changes
     * @throws IllegalArgumentException when there are some, but not one for each rank
     */
    public TimeModel with(List<Slowdown> changing) {
        return new TimeModel(cluster, variant, Slowdown.changing(changing, cluster.size()), messages, fabric);
    }

    /**
     * Predicts one run, and says where its time goes. Takes O(panels x cells) time, where cells are the places of the map's virtual process
     * grid.
     *
     * @param cluster the ranks and links
     * @param n       order of A
     * @param nb      blocking factor
     * @param map     who owns which block; its owners are ranks of the cluster
     * @param variant how the run is done
     */
    public static Prediction price(Cluster cluster, int n, int nb, MapSpec.Explicit map, SolveVariant variant) {
        return new TimeModel(cluster, variant).replay(n, nb, map, true).run(ideal(cluster, n, nb));
    }

    /**
     * Returns the replay of one run: it goes through the run's panels with a clock for each rank, which it moves on by the predicted times,
     * and computes no matrix. The caller has yet to start it with {@link RunReplay#run}.
     *
     * @param n      order of A
     * @param nb     blocking factor
     * @param map    who owns which block; its owners are ranks of the cluster
     * @param causes whether the prediction says where the time goes; otherwise its seconds by cause are NaN
     */
    public RunReplay replay(int n, int nb, MapSpec.Explicit map, boolean causes) {
        return new RunReplay(inputs(n, nb, map), variant, causes);
    }

    /**
     * Returns the replay of some parts of a run, one after the other, on one map. All panels are replayed, so that a part may have any
     * length. The caller has yet to start each part with {@link RunReplay#runUntil}.
     *
     * @param n   order of A
     * @param nb  blocking factor
     * @param map who owns which block; its owners are ranks of the cluster
     */
    public RunReplay replayOfParts(int n, int nb, MapSpec.Explicit map) {
        return new RunReplay(inputs(n, nb, map), variant, false, 1);
    }

    private ModelInputs inputs(int n, int nb, MapSpec.Explicit map) {
        return new ModelInputs(cluster, BlockMap.of(n, nb, map), slowdowns, messages, fabric);
    }

    /**
     * Returns the predicted seconds from the start of the run until back substitution is over.
     *
     * @param cluster the ranks and links
     * @param n       order of A
     * @param nb      blocking factor
     * @param map     who owns which block; its owners are ranks of the cluster
     * @param begin   seconds from the start of the run at which each rank ends the factorization, indexed by rank of the world
     */
    public static double backSubstitution(Cluster cluster, int n, int nb, MapSpec.Explicit map, double[] begin) {
        ModelInputs inputs = new ModelInputs(cluster, BlockMap.of(n, nb, map));
        RankClocks clocks = new RankClocks(inputs.size(), false);
        for (int i = 0; i < inputs.size(); i++) {
            clocks.moveTo(i, RankClocks.SOLVE, begin[inputs.rank[i]]);
        }
        new SolveReplay(inputs, inputs.update, clocks, new double[inputs.size()]).run();
        return clocks.at(clocks.latest());
    }

    /**
     * Returns the seconds of all updates of a run if every rank always had just its share of the work and never waited: no plan takes less.
     *
     * @param cluster the ranks
     * @param n       order of A
     * @param nb      blocking factor
     */
    public static double ideal(Cluster cluster, int n, int nb) {
        int panels = Math.ceilDiv(n, nb);
        int stride = Math.max(1, panels / IDEAL_SAMPLES);
        double sum = 0;
        for (int k = 0; k < panels; k += stride) {
            int steps = Math.min(stride, panels - k);
            double left = n - (k + 0.5 * (steps + 1)) * nb;
            // each step: 1 / (updates of the trailing matrix that all ranks together do in a second)
            sum += left <= 0 ? 0 : steps / updatesPerSecond(cluster, left, nb);
        }
        return sum;
    }

    /**
     * Returns how many updates of n x n elements with a panel of nb columns all ranks together do in a second; the cost to begin an update
     * is left out.
     */
    private static double updatesPerSecond(Cluster cluster, double n, int nb) {
        double sum = 0;
        for (RankProfile rank : cluster.ranks()) {
            sum += 1 / (rank.update().seconds(n, n, nb) - rank.update().perStep());
        }
        return sum;
    }
}
