package hplhetero.hpl.plan.predict;

import hplhetero.hpl.adapt.MoveRule;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.model.network.RankOrder;
import hplhetero.hpl.model.network.RankOrders;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.plan.predict.PredictRequest.WhatIfs;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.MapMove;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A predictor of what a described machine would reach. Up to 64 ranks the machine is planned as {@link Planner} plans a run; with more the
 * search is coarser, and the notes say so. Pure: equal input gives an equal prediction. 4,096 ranks take half a minute of CPU time.
 */
public final class Predictor {
    /** Number of ranks up to which plans are searched in full. */
    static final int MOST_RANKS_IN_FULL = 64;
    /** Number of ranks above which only the grid of a plan is searched. */
    static final int MOST_RANKS_SEARCHED = 8_192;
    /** Number of orders of ranks on a grid that are priced on the routes of very many ranks. */
    private static final int MOST_ORDERS = 8;
    // The rough shares of the work that are done when a plan is found, a broadcast and row swap chosen, and the causes told.
    private static final double PLANNED_SHARE = 0.5;
    private static final double VARIANT_SHARE = 0.65;
    private static final double EXPLAINED_SHARE = 0.7;

    private final Cluster cluster;
    private final PredictRequest request;
    private final List<String> notes = new ArrayList<>();
    private final DoubleConsumer share;
    private String order = "as the planner chose it";

    private Predictor(Cluster cluster, PredictRequest request, DoubleConsumer share) {
        this.cluster = cluster;
        this.request = request;
        this.share = share;
    }

    /**
     * Predicts what a machine reaches, and where the rest of its peak goes.
     *
     * @param cluster the machine
     * @param request what the prediction is for, and what of it is free
     * @throws IllegalArgumentException as {@link Planner#plan} does
     */
    public static MachinePrediction predict(Cluster cluster, PredictRequest request) {
        return predict(cluster, request, _ -> { });
    }

    /**
     * Predicts what a machine reaches, as {@link #predict(Cluster, PredictRequest)} does, and tells how far it is.
     *
     * @param cluster the machine
     * @param request what the prediction is for, and what of it is free
     * @param share   hears the share of the work that is done, roughly, 0 to 1, which never falls; called on any thread, by one at a time
     * @throws IllegalArgumentException as {@link Planner#plan} does
     */
    public static MachinePrediction predict(Cluster cluster, PredictRequest request, DoubleConsumer share) {
        return new Predictor(cluster, request, share).predicted();
    }

    private MachinePrediction predicted() {
        Plan found = planned();
        share.accept(PLANNED_SHARE);
        SolveVariant variant = fastestVariant(found);
        share.accept(VARIANT_SHARE);
        Plan plan = explained(found, variant);
        share.accept(EXPLAINED_SHARE);
        List<RankKind> kinds = RankKind.of(cluster, plan.n(), plan.nb());
        List<WhatIf> whatIfs = new ArrayList<>(slowed(plan, variant));
        whatIfs.addAll(request.whatIfs() == WhatIfs.PRICED ? new Sensitivity(cluster, kinds, plan, variant)
                .all(done -> share.accept(EXPLAINED_SHARE + (1 - EXPLAINED_SHARE) * done)) : List.of());
        share.accept(1);
        return new MachinePrediction(cluster, kinds, plan, order(plan), variant, LostShares.of(cluster, plan), whatIfs, notes);
    }

    /**
     * Returns the predictions of the plan with ranks that become slower while the run goes on, where the request has such: on the map of
     * the start, and on a map that follows the ranks, if it would in a run of this size and is not too large to be replayed.
     */
    private List<WhatIf> slowed(Plan plan, SolveVariant variant) {
        List<Slowdown> slowdowns = request.slowdowns();
        if (slowdowns.stream().allMatch(Slowdown::isSteady)) {
            return List.of();
        }
        String words = IntStream.range(0, cluster.size()).filter(rank -> !slowdowns.get(rank).isSteady())
                .mapToObj(rank -> "rank " + rank + " at " + slowdowns.get(rank).words()).collect(Collectors.joining(", "));
        List<WhatIf> priced = new ArrayList<>();
        priced.add(WhatIf.of(words + ", on the map of the start", plan.n(), new TimeModel(cluster, variant).with(slowdowns)
                .replay(plan.n(), plan.nb(), plan.map(), false).run(plan.prediction().ideal())));
        if (cluster.size() > MOST_RANKS_IN_FULL) {
            notes.add("more than " + MOST_RANKS_IN_FULL + " ranks: a map that follows them was not replayed");
        } else if (MoveRule.canFollow(BlockMap.of(plan.n(), plan.nb(), plan.map()))) {
            AdaptiveReplay.AdaptedRun run = AdaptiveReplay.run(cluster, variant, slowdowns, plan.n(), plan.nb(), plan.map(),
                    new Rebalance(true, Rebalance.USUAL_ROOM), UnaryOperator.identity());
            int moved = run.adaptation().moves().stream().mapToInt(MapMove::columns).sum();
            priced.add(new WhatIf(words + ", on a map that follows (" + moved + " block columns move)", plan.n(), run.seconds(),
                    plan.prediction().gflops(plan.n()) * plan.prediction().seconds() / run.seconds()));
        }
        return priced;
    }

    private String order(Plan plan) {
        List<List<Integer>> owners = plan.map().owners();
        boolean rows = true;
        boolean columns = true;
        for (int r = 0; r < plan.p(); r++) {
            for (int c = 0; c < plan.q(); c++) {
                rows &= owners.get(r).get(c) == r * plan.q() + c;
                columns &= owners.get(r).get(c) == c * plan.p() + r;
            }
        }
        return rows ? "row-major" : columns ? "column-major" : order;
    }

    private Plan planned() {
        if (cluster.size() <= MOST_RANKS_IN_FULL) {
            return planned(cluster, request.plan()).best();
        }
        Cluster withoutRoutes = cluster.network().routes().isEmpty() ? cluster
                : cluster.on(new Network(cluster.network().links(), cluster.network().hostOf(), cluster.network().siteOf()));
        Plan plan = cluster.size() > MOST_RANKS_SEARCHED ? new CyclicPlans(withoutRoutes, request.plan()).best() : coarse(withoutRoutes);
        if (cluster.size() > MOST_RANKS_SEARCHED) {
            notes.add("very many ranks: only netlib's map was tried, on a few grids near the square");
        }
        return cluster.network().routes().isEmpty() || !isOneCellARank(plan) ? plan : ordered(plan);
    }

    /**
     * Returns a plan from a coarser search: with one kind of map, cyclic for equal ranks and weighted for unlike ones, unless a kind is
     * asked for.
     */
    private Plan coarse(Cluster flat) {
        PlanRequest planRequest = request.plan();
        if (planRequest.kind().isPresent()) {
            return planned(flat, planRequest).best();
        }
        boolean equal = RankKind.of(flat, planRequest.n().orElse(1_000_000), planRequest.nb().getFirst()).size() == 1;
        MapKind kind = equal ? MapKind.CYCLIC : MapKind.WEIGHTED;
        notes.add(String.format(Locale.ROOT, "more than %d ranks: only maps of kind %s and netlib's were tried", MOST_RANKS_IN_FULL,
                kind.name().toLowerCase(Locale.ROOT)));
        PlanChoice choice = planned(flat, new PlanRequest(planRequest.n(), planRequest.nb(), planRequest.grid(),
                Optional.of(kind), planRequest.variant()));
        return Stream.of(Optional.of(choice.best()), choice.uniform(), dealtAnew(flat, choice.best())).flatMap(Optional::stream)
                .max(Comparator.comparingDouble(plan -> plan.prediction().gflops(plan.n()))).orElseThrow();
    }

    /**
     * Returns the plan with its blocks dealt as they are for changed machines, so that these compare with it; empty where this map does not
     * fit.
     */
    private Optional<Plan> dealtAnew(Cluster flat, Plan plan) {
        SolveVariant variant = request.plan().variant();
        return Dealing.on(plan.map().owners(), flat, plan.n(), plan.nb(), variant.depth()).map(map -> new Plan(plan.n(), plan.nb(), map,
                plan.kind(), plan.siteOf(), TimeModel.price(flat, plan.n(), plan.nb(), map, variant)));
    }

    private PlanChoice planned(Cluster ranks, PlanRequest what) {
        return Planner.find(ranks, what, done -> share.accept(PLANNED_SHARE * done)).orElseThrow(IllegalArgumentException::new);
    }

    private static boolean isOneCellARank(Plan plan) {
        return plan.map().ranks().size() == plan.p() * plan.q();
    }

    /**
     * Returns the plan on its grid with ranks in the order that its routes serve best. Ranks change places only with ranks that are equally
     * fast.
     */
    private Plan ordered(Plan plan) {
        Map<List<List<Integer>>, String> grids = new LinkedHashMap<>();
        grids.put(plan.map().owners(), order);
        RankOrders orders = new RankOrders(cluster.network().routes().orElseThrow().placement(),
                cluster.ranks().stream().mapToDouble(rank -> rank.update().gflops(1e4, 1e4, plan.nb())).toArray());
        for (RankOrder named : orders.named(plan.map().ranks())) {
            grids.putIfAbsent(named.byRows(plan.p(), plan.q()), named.name() + ", row-major");
            grids.putIfAbsent(named.byColumns(plan.p(), plan.q()), named.name() + ", column-major");
        }
        orders.grids(plan.map().ranks(), plan.p(), plan.q()).forEach(grids::putIfAbsent);
        int[] kindOf = kinds(plan);
        Map<List<List<Integer>>, String> tried = new LinkedHashMap<>();
        grids.forEach((grid, name) -> {
            if (tried.size() < MOST_ORDERS) {
                tried.putIfAbsent(alike(plan.map().owners(), grid, kindOf), name);
            }
        });
        notes.add(String.format(Locale.ROOT, "grid, N and NB were chosen as if every pair of ranks had a link of its own; then %d orders "
                + "of ranks were compared on the routes of the fabric", tried.size()));
        TimeModel model = new TimeModel(cluster, request.plan().variant());
        double ideal = TimeModel.ideal(cluster, plan.n(), plan.nb());
        record Tried(MapSpec.Explicit map, double seconds) {
        }
        MapSpec.Explicit best = tried.keySet().parallelStream()
                .map(grid -> new MapSpec.Explicit(grid, plan.map().rho(), plan.map().kappa()))
                .map(map -> new Tried(map, model.replay(plan.n(), plan.nb(), map, false).run(ideal).seconds()))
                .min(Comparator.comparingDouble(Tried::seconds)).orElseThrow().map();
        order = tried.get(best.owners());
        return new Plan(plan.n(), plan.nb(), best, plan.kind(), plan.siteOf(), plan.prediction());
    }

    private int[] kinds(Plan plan) {
        int[] kindOf = new int[cluster.size()];
        List<RankKind> kinds = RankKind.of(cluster, plan.n(), plan.nb());
        for (int kind = 0; kind < kinds.size(); kind++) {
            for (int rank : kinds.get(kind).ranks()) {
                kindOf[rank] = kind;
            }
        }
        return kindOf;
    }

    /**
     * Returns a grid with ranks as the wanted grid has them, but in each cell a rank of the kind that was there: shares are dealt by kind.
     *
     * @param kindOf number of each rank's kind, indexed by rank
     */
    private static List<List<Integer>> alike(List<List<Integer>> owners, List<List<Integer>> wanted, int[] kindOf) {
        Map<Integer, List<Integer>> waiting = new HashMap<>();
        wanted.forEach(row -> row.forEach(rank -> waiting.computeIfAbsent(kindOf[rank], _ -> new ArrayList<>()).add(rank)));
        Map<Integer, Integer> next = new HashMap<>();
        return owners.stream().map(row -> row.stream().map(rank -> {
            int kind = kindOf[rank];
            return waiting.get(kind).get(next.merge(kind, 1, Integer::sum) - 1);
        }).toList()).toList();
    }

    /**
     * Returns the best broadcast, and with it the best swap, on the plan's map. A run of very many ranks keeps the variant of the request.
     */
    private SolveVariant fastestVariant(Plan plan) {
        SolveVariant first = request.plan().variant();
        if (cluster.size() > MOST_RANKS_SEARCHED) {
            return first;
        }
        TimeModel model = new TimeModel(cluster, first);
        SolveVariant sent = fastest(model, plan, request.broadcasts().stream()
                .map(broadcast -> new SolveVariant(first.depth(), broadcast, first.swap(), first.swapThreshold())).toList());
        return fastest(model, plan, request.swaps().stream()
                .map(swap -> new SolveVariant(first.depth(), sent.broadcast(), swap, first.swapThreshold())).toList());
    }

    private SolveVariant fastest(TimeModel model, Plan plan, List<SolveVariant> variants) {
        if (variants.size() == 1) {
            return variants.getFirst();
        }
        double ideal = TimeModel.ideal(cluster, plan.n(), plan.nb());
        double[] seconds = variants.parallelStream()
                .mapToDouble(variant -> model.with(variant).replay(plan.n(), plan.nb(), plan.map(), false).run(ideal).seconds()).toArray();
        return variants.get(IntStream.range(0, seconds.length).boxed().min(Comparator.comparingDouble(i -> seconds[i])).orElseThrow());
    }

    private Plan explained(Plan plan, SolveVariant variant) {
        return new Plan(plan.n(), plan.nb(), plan.map(), plan.kind(), plan.siteOf(),
                TimeModel.price(cluster, plan.n(), plan.nb(), plan.map(), variant));
    }
}
