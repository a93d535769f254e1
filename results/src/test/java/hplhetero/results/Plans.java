package hplhetero.results;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Clusters and what the planner makes of them. */
public final class Plans {
    private Plans() {
    }

    /** A host a rank, fast links. */
    public static Cluster cluster(double... gflops) {
        List<RankProfile> ranks = new ArrayList<>();
        for (double speed : gflops) {
            ranks.add(new RankProfile(ranks.size(), "<node" + ranks.size() + ">", 1, UpdateCost.constant(speed),
                    PanelCost.constant(speed / 4),
                    Long.MAX_VALUE, Peak.UNKNOWN, 0));
        }
        List<Integer> hosts = ranks.stream().map(RankProfile::rank).toList();
        Network network = new Network(Map.of(PairClass.OTHER_HOST, new PairCost(1e-6, 1e-11)), hosts,
                Arrays.stream(gflops).mapToObj(_ -> 0).toList());
        return new Cluster(ranks, network, "a test");
    }

    public static PlanChoice choice(Cluster cluster, int n, Optional<PlanRequest.Grid> grid) {
        return Planner.plan(cluster, new PlanRequest(OptionalInt.of(n), List.of(64), grid, Optional.empty(),
                new SolveVariant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64)));
    }
}
