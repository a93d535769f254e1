package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Clusters for tests, in steps: one host a rank and one site unless said. */
public final class Clusters {
    static final PairCost SAME_HOST = new PairCost(1e-6, 1e-10);
    public static final PairCost OTHER_HOST = new PairCost(2e-5, 1e-9);
    static final PairCost OTHER_SITE = new PairCost(1e-4, 1e-8);

    private final double[] gflops;
    private List<Integer> sites;
    private long[] memory;
    private int workers = 1;
    private boolean teams;
    private double variation;
    private Optional<Routes> routes = Optional.empty();

    private Clusters(double[] gflops) {
        this.gflops = gflops;
        sites = Collections.nCopies(gflops.length, 0);
        memory = new long[gflops.length];
        Arrays.fill(memory, Long.MAX_VALUE);
    }

    public static Clusters of(double... gflops) {
        return new Clusters(gflops);
    }

    public static Clusters equal(int ranks, double gflops) {
        return new Clusters(IntStream.range(0, ranks).mapToDouble(rank -> gflops).toArray());
    }

    public Clusters sites(Integer... sitesOfRanks) {
        sites = List.of(sitesOfRanks);
        return this;
    }

    Clusters memory(long... bytes) {
        memory = bytes;
        return this;
    }

    public Clusters workers(int each) {
        workers = each;
        return this;
    }

    /** The workers of a rank share the rows of panels; a whole team is as fast at them as a rank without teams. */
    public Clusters teams() {
        teams = true;
        return this;
    }

    public Clusters variation(double each) {
        variation = each;
        return this;
    }

    /** Where its ranks sit on a fabric, and what messages take there. */
    public Clusters on(Placement placement, NetworkCost cost) {
        routes = Optional.of(new Routes(placement, cost));
        return this;
    }

    public Cluster make() {
        List<RankProfile> ranks = new ArrayList<>();
        for (int i = 0; i < gflops.length; i++) {
            ranks.add(new RankProfile(i, "host" + i, workers, UpdateCost.constant(gflops[i]), panel(gflops[i] / 3), memory[i], Peak.UNKNOWN,
                    variation));
        }
        return new Cluster(ranks, new Network(Map.of(PairClass.SAME_HOST, SAME_HOST, PairClass.OTHER_HOST, OTHER_HOST, PairClass.OTHER_SITE,
                OTHER_SITE), IntStream.range(0, gflops.length).mapToObj(this::host).toList(), sites, routes), "test");
    }

    private PanelCost panel(double rate) {
        return teams ? PanelCost.constant(rate / workers).sharedBy(workers) : PanelCost.constant(rate);
    }

    private int host(int rank) {
        return routes.map(known -> known.placement().nodeOf(rank)).orElse(rank);
    }

    public static SolveVariant variant(int depth) {
        return new SolveVariant(depth, BroadcastAlgorithm.RING, SwapAlgorithm.MIX, 64);
    }

    /** The cyclic map over a grid of ranks. */
    public static MapSpec.Explicit cyclic(int n, int nb, List<List<Integer>> grid) {
        return new MapSpec.Explicit(grid, sequence((n + nb - 1) / nb, grid.size()), sequence((n + nb) / nb, grid.getFirst().size()));
    }

    private static List<Integer> sequence(int blocks, int parts) {
        return IntStream.range(0, blocks).map(k -> k % parts).boxed().toList();
    }
}
