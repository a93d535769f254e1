package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A maker of plans out of candidates: map, memory, price. For any number of threads of one search. */
final class PlanEvaluator {
    private static final int FITTING_ROUNDS = 4;
    /** Share of a rank's memory that is left free where its share of the matrix has to be cut: the work space changes with the share. */
    private static final double MARGIN_SHARE = 0.002;

    private final Cluster cluster;
    private final TimeModel model;
    private final Map<SolveVariant, TimeModel> models = new ConcurrentHashMap<>();
    private final boolean memoryKnown;
    private final Map<List<Integer>, Double> ideals = new ConcurrentHashMap<>();
    private final AtomicInteger priced = new AtomicInteger();

    PlanEvaluator(Cluster cluster, SolveVariant variant) {
        this.cluster = cluster;
        model = new TimeModel(cluster, variant);
        memoryKnown = cluster.ranks().stream().anyMatch(rank -> rank.memoryBytes() < Long.MAX_VALUE);
    }

    /** Returns the number of plans priced so far. */
    int priced() {
        return priced.get();
    }

    /** Returns the plan of a candidate for one N, not yet {@link #explained}; empty where it does not fit into the ranks' memory. */
    Optional<Plan> plan(Candidate candidate, int n) {
        return fitting(candidate, n).map(map -> price(candidate, n, map));
    }

    /** Returns the map of a candidate's plan for one N; empty where it does not fit into the ranks' memory. */
    Optional<MapSpec.Explicit> fitting(Candidate candidate, int n) {
        long work = candidate.kind() == MapKind.CYCLIC ? 0 : likelyWork(candidate, n);
        long[] capacity = cluster.ranks().stream().mapToLong(rank -> Math.max(0, rank.memoryBytes() / Double.BYTES - work)).toArray();
        for (int round = 0; round < FITTING_ROUNDS; round++) {
            Optional<MapSpec.Explicit> map = map(candidate, n, capacity);
            if (map.isEmpty() || !memoryKnown || cut(capacity, n, candidate, map.get())) {
                return map;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns roughly the elements of work space on a rank: two panels a slot, what row exchanges gather, vectors. The guess saves making a
     * map twice.
     */
    private long likelyWork(Candidate candidate, int n) {
        long nb = HplCase.blockSize(n, candidate.nb());
        long rows = n / candidate.p();
        long exchanged = candidate.p() > 1 ? 6L * n / candidate.q() : 0;
        return nb * (2 * (candidate.variant().depth() + 1L) * (rows + nb) + exchanged) + 10L * n;
    }

    private Optional<MapSpec.Explicit> map(Candidate candidate, int n, long[] capacity) {
        Maps maps = new Maps(n, candidate.nb(), StepCost.of(cluster, candidate.nb()), capacity);
        return switch (candidate.kind()) {
            case CYCLIC -> maps.cyclic(candidate.grid());
            case CELLS -> maps.cells(candidate.grid());
            case WEIGHTED -> maps.weighted(candidate.grid());
            case SHARED -> maps.shared(candidate.byColumns(), candidate.p());
        };
    }

    /** Cuts the capacity of ranks that would not have room for their work space too. Returns true where all ranks have room. */
    private boolean cut(long[] capacity, int n, Candidate candidate, MapSpec.Explicit map) {
        BlockMap blocks = BlockMap.of(n, candidate.nb(), map);
        boolean fits = true;
        for (LocalLayout layout : LocalLayout.all(blocks)) {
            int rank = layout.rank();
            long excess = bytes(layout, map, candidate.variant()) - cluster.ranks().get(rank).memoryBytes();
            if (excess > 0) {
                fits = false;
                capacity[rank] = (long) Math.max(0, (layout.elements() - excess / (double) Double.BYTES) * (1 - MARGIN_SHARE));
            }
        }
        return fits;
    }

    private long bytes(LocalLayout layout, MapSpec.Explicit map, SolveVariant variant) {
        HplCase c = new HplCase(layout.map().n(), layout.map().nb(), map.owners().size(), map.owners().getFirst().size(),
                ProcessMapping.ROW_MAJOR, variant.depth(), variant.broadcast(),
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), variant.swap(), variant.swapThreshold(), true, map, 1);
        return CaseMemory.bytes(c, layout, cluster.ranks().get(layout.rank()).workers());
    }

    /** Returns the shares of the ranks' memory that a plan takes, indexed by rank; 0 for a rank that owns no cell. */
    double[] filled(Plan plan, SolveVariant variant) {
        double[] filled = new double[cluster.size()];
        for (LocalLayout layout : LocalLayout.all(BlockMap.of(plan.n(), plan.nb(), plan.map()))) {
            filled[layout.rank()] = bytes(layout, plan.map(), variant) / (double) cluster.ranks().get(layout.rank()).memoryBytes();
        }
        return filled;
    }

    /** Returns a weighted plan after local searches on its sequences, step by step and on the whole run, as far as they make it better. */
    Plan refined(Candidate candidate, Plan plan) {
        long[] capacity = cluster.ranks().stream().mapToLong(rank -> rank.memoryBytes() / Double.BYTES).toArray();
        Maps maps = new Maps(plan.n(), plan.nb(), StepCost.of(cluster, plan.nb()), capacity);
        Plan refined = better(candidate, plan, maps.refined(plan.map(), Maps.REFINING_EVALUATIONS));
        return better(candidate, refined, new ColumnSwapSearch(model(candidate.variant()), plan.n(), plan.nb(), refined.map()).result());
    }

    /** Returns the plan with this map, if the map fits and is better; otherwise the plan unchanged. */
    private Plan better(Candidate candidate, Plan plan, MapSpec.Explicit map) {
        long[] capacity = new long[cluster.size()];
        if (map.equals(plan.map()) || memoryKnown && !cut(capacity, plan.n(), candidate, map)) {
            return plan;
        }
        Plan changed = price(candidate, plan.n(), map);
        return PlanChoice.rate(changed) > PlanChoice.rate(plan) ? changed : plan;
    }

    private Plan price(Candidate candidate, int n, MapSpec.Explicit map) {
        priced.incrementAndGet();
        double ideal = ideals.computeIfAbsent(List.of(n, candidate.nb()), key -> TimeModel.ideal(cluster, n, candidate.nb()));
        return new Plan(n, candidate.nb(), map, kind(candidate, map), cluster.network().siteOf(),
                model(candidate.variant()).replay(n, candidate.nb(), map, false).run(ideal));
    }

    private TimeModel model(SolveVariant variant) {
        return models.computeIfAbsent(variant, model::with);
    }

    /**
     * Returns a plan that was priced, with where its time goes. The search itself does not ask this, so in its plans these seconds are NaN.
     */
    Plan explained(Plan plan, SolveVariant variant) {
        return new Plan(plan.n(), plan.nb(), plan.map(), plan.kind(), plan.siteOf(),
                model(variant).replay(plan.n(), plan.nb(), plan.map(), true).run(TimeModel.ideal(cluster, plan.n(), plan.nb())));
    }

    private static String kind(Candidate candidate, MapSpec.Explicit map) {
        String cells = map.owners().size() + " x " + map.owners().getFirst().size();
        return switch (candidate.kind()) {
            case CYCLIC -> "cyclic";
            case CELLS -> "cells " + cells;
            case WEIGHTED -> "weighted";
            case SHARED -> "weighted, columns shared by up to " + candidate.p() + " ranks";
        };
    }

    /** Returns the largest N whose matrix alone fits into the memory of some ranks, if every rank's memory is filled. */
    int mostOf(List<Integer> ranks) {
        double bytes = ranks.stream().mapToDouble(rank -> cluster.ranks().get(rank).memoryBytes()).sum();
        return (int) Math.min(Integer.MAX_VALUE / 4, Math.sqrt(bytes / Double.BYTES));
    }

    /** Returns the largest N whose matrix alone fits when each of some ranks takes a share in proportion to its speed. */
    int balanced(List<Integer> ranks, double[] speed) {
        double sum = ranks.stream().mapToDouble(rank -> speed[rank]).sum();
        double least = ranks.stream().mapToDouble(rank -> cluster.ranks().get(rank).memoryBytes() * sum / speed[rank]).min().orElseThrow();
        return Math.min(mostOf(ranks), (int) Math.min(Integer.MAX_VALUE / 4, Math.sqrt(least / Double.BYTES)));
    }

    /**
     * Returns the speeds of all ranks, in GFLOPS and indexed by rank, in an update of the size that counts most when {@code share} of the
     * ranks hold the matrix.
     */
    double[] speeds(int n, int nb, int share) {
        double size = Math.max(1, 0.7 * n / Math.sqrt(share));
        return cluster.ranks().stream().mapToDouble(rank -> rank.update().gflops(size, size, nb)).toArray();
    }
}
