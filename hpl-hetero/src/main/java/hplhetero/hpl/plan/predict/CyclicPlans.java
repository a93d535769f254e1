package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The plans with netlib's map on the squarest grids of very many ranks: what there is to choose is priced without a search. */
final class CyclicPlans {
    private static final int GRIDS_TRIED = 2;
    /** Least share of the ranks that is used: the others may be left out for a squarer grid. */
    private static final double LEAST_RANKS_SHARE = 0.99;
    private static final int MOST_COLUMNS_PER_ROW = 4;

    private final Cluster cluster;
    private final PlanRequest request;
    private final SolveVariant variant;
    private final long memory;
    private final int workers;

    CyclicPlans(Cluster cluster, PlanRequest request) {
        this.cluster = cluster;
        this.request = request;
        variant = request.variant();
        memory = cluster.ranks().stream().mapToLong(RankProfile::memoryBytes).min().orElseThrow();
        workers = cluster.ranks().stream().mapToInt(RankProfile::workers).max().orElseThrow();
    }

    /** Returns the fastest plan: of the middle NB on a few grids, then of the other NBs on the best of these grids. */
    Plan best() {
        int nb = request.nb().stream().sorted().toList().get(request.nb().size() / 2);
        Plan best = fastest(grids().stream().map(grid -> plan(grid, nb)).toList());
        Grid grid = new Grid(best.p(), best.q());
        List<Plan> plans = new ArrayList<>(List.of(best));
        request.nb().stream().filter(other -> other != nb).forEach(other -> plans.add(plan(grid, other)));
        return fastest(plans);
    }

    private static Plan fastest(List<Plan> plans) {
        return plans.stream().max(Comparator.comparingDouble(plan -> plan.prediction().gflops(plan.n()))).orElseThrow();
    }

    private List<Grid> grids() {
        if (request.grid().isPresent()) {
            return List.of(request.grid().get());
        }
        List<Grid> grids = new ArrayList<>();
        for (int ranks = cluster.size(); ranks >= LEAST_RANKS_SHARE * cluster.size() && grids.size() < GRIDS_TRIED; ranks--) {
            for (int p = (int) Math.sqrt(ranks); p >= 1 && ranks / p <= MOST_COLUMNS_PER_ROW * p; p--) {
                if (ranks % p == 0 && grids.size() < GRIDS_TRIED) {
                    grids.add(new Grid(p, ranks / p));
                }
            }
        }
        return grids.isEmpty() ? List.of(new Grid(1, cluster.size())) : grids;
    }

    private Plan plan(Grid grid, int nb) {
        int n = request.n().orElseGet(() -> largest(grid, nb));
        MapSpec.Explicit map = cyclic(grid.p(), grid.q(), n, nb);
        if (bytes(map, n, nb) > memory) {
            throw new IllegalArgumentException("N=" + n + " P=" + grid.p() + " Q=" + grid.q() + " needs " + (bytes(map, n, nb) >> 20)
                    + " MiB on each rank, the rank with the least memory has " + (memory >> 20) + " MiB: choose a smaller N");
        }
        return new Plan(n, nb, map, "cyclic", cluster.network().siteOf(), TimeModel.price(cluster, n, nb, map, variant));
    }

    /** Returns netlib's map on a p x q grid with netlib's numbering by rows. */
    static MapSpec.Explicit cyclic(int p, int q, int n, int nb) {
        List<List<Integer>> owners = IntStream.range(0, p)
                .mapToObj(r -> IntStream.range(0, q).mapToObj(c -> r * q + c).toList()).toList();
        return new MapSpec.Explicit(owners, sequence(blocks(n, nb), p), sequence(blocks(n + 1, nb), q));
    }

    private static int blocks(int n, int nb) {
        return (int) (((long) n + nb - 1) / nb);
    }

    private static List<Integer> sequence(int blocks, int parts) {
        return IntStream.range(0, blocks).mapToObj(k -> k % parts).toList();
    }

    private int largest(Grid grid, int nb) {
        int low = 1;
        int high = (int) Math.min(Integer.MAX_VALUE / 4, Math.sqrt((double) grid.p() * grid.q() * memory / Double.BYTES)) / nb + 1;
        while (high - low > Math.max(1, low / 1000)) {
            int middle = low + (high - low) / 2;
            if (bytes(cyclic(grid.p(), grid.q(), middle * nb, nb), middle * nb, nb) <= memory) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low * nb;
    }

    /** Returns the bytes on the rank that has the first block, and so the most of all. */
    private long bytes(MapSpec.Explicit map, int n, int nb) {
        HplCase c = new HplCase(n, nb, map.owners().size(), map.owners().getFirst().size(), ProcessMapping.ROW_MAJOR, variant.depth(),
                variant.broadcast(), new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), variant.swap(),
                variant.swapThreshold(), true, map, 1);
        return CaseMemory.bytes(c, new LocalLayout(BlockMap.of(n, nb, map), 0), workers);
    }
}
