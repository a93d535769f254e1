package hplhetero.results;

import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.hpl.SwapAlgorithm;
import hplhetero.hpl.balance.Cluster;
import hplhetero.hpl.balance.LinkCost;
import hplhetero.hpl.balance.Network;
import hplhetero.hpl.balance.PairClass;
import hplhetero.hpl.balance.PanelCost;
import hplhetero.hpl.balance.Peak;
import hplhetero.hpl.balance.PlanChoice;
import hplhetero.hpl.balance.PlanRequest;
import hplhetero.hpl.balance.Planner;
import hplhetero.hpl.balance.RankProfile;
import hplhetero.hpl.balance.UpdateCost;
import hplhetero.hpl.balance.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Clusters and what the planner makes of them. */
final class Plans {
    private Plans() {
    }

    /** A host a rank, fast links. */
    static Cluster cluster(double... gflops) {
        List<RankProfile> ranks = new ArrayList<>();
        for (double speed : gflops) {
            ranks.add(new RankProfile(ranks.size(), "<node" + ranks.size() + ">", 1, UpdateCost.constant(speed), PanelCost.constant(speed / 4),
                    Long.MAX_VALUE, Peak.UNKNOWN, 0));
        }
        List<Integer> hosts = ranks.stream().map(RankProfile::rank).toList();
        Network network = new Network(Map.of(PairClass.OTHER_HOST, new LinkCost(1e-6, 1e-11)), hosts,
                Arrays.stream(gflops).mapToObj(_ -> 0).toList());
        return new Cluster(ranks, network, "a test");
    }

    static PlanChoice choice(Cluster cluster, int n, Optional<PlanRequest.Grid> grid) {
        return Planner.plan(cluster, new PlanRequest(OptionalInt.of(n), List.of(64), grid, Optional.empty(),
                new Variant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64)));
    }
}
