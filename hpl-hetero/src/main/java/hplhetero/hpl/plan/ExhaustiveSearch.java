package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.network.RankOrder;
import hplhetero.hpl.model.network.RankOrders;
import hplhetero.hpl.plan.Exhaustive.GridWays;
import hplhetero.hpl.plan.Exhaustive.Way;
import hplhetero.hpl.plan.RunTrials.Part;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.problem.MapSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The proof of a plan over a fabric. All grids of its ranks, both numberings, and all ways of BCAST and SWAP that are free are run in
 * virtual time, in the named orders and in random ones. Brief looks at all lead to whole runs of the best, so the answer is as good as
 * these looks.
 */
public final class ExhaustiveSearch {
    /**
     * Factor by which the first random orders of a grid may be slower than the best so far before the grid is given no others. An order
     * that is so much slower than the best in one window is not looked at again.
     */
    private static final double HOPELESS = 1.12;
    /** Number of random orders that are run on each grid before the others. */
    private static final int FIRST_ORDERS = 24;
    /** Factor on the best seconds within which a way is looked at again after a brief look. */
    private static final double NEAR_BRIEFLY = 1.08;
    /** Factor on the best seconds within which a way is run as a whole after the second look. */
    private static final double NEAR = 1.03;
    /** Most ways that are looked at again for their nearness to the best. */
    private static final int MOST_AGAIN = 96;
    /** Most ways that are run as a whole for their nearness to the best. */
    private static final int MOST_WHOLE = 16;
    /** Number of runs between two reports of progress. */
    private static final int LOT = 64;

    private final Cluster cluster;
    private final PlanRequest request;
    private final Plan plan;
    private final PlanEvaluator evaluator;
    private final RunTrials trials;
    private final RankOrders orders;
    private final Consumer<String> progress;
    private final List<Integer> ranks;
    private final List<String> pruning = new ArrayList<>();
    private long tried;

    /**
     * A way to run that is compared with others.
     *
     * @param grid    P rows of Q world ranks
     * @param order   name of the order of ranks, for people
     * @param variant broadcast, row swap and look-ahead
     */
    private record Trial(List<List<Integer>> grid, String order, SolveVariant variant) {
        int p() {
            return grid.size();
        }

        int q() {
            return grid.getFirst().size();
        }
    }

    private ExhaustiveSearch(Cluster cluster, PlanRequest request, Plan plan, Consumer<String> progress) {
        this.cluster = cluster;
        this.request = request;
        this.plan = plan;
        this.progress = progress;
        evaluator = new PlanEvaluator(cluster, request.variant());
        trials = new RunTrials(cluster);
        ranks = plan.map().ranks();
        orders = new RankOrders(cluster.network().routes().orElseThrow().placement(),
                evaluator.speeds(plan.n(), plan.nb(), cluster.size()));
    }

    /**
     * Compares a plan with all other combinations of grid, order of ranks, broadcast and row swap for the same N, NB and ranks, each run in
     * simulated time. Their maps are block-cyclic if the plan's is; otherwise each rank has one cell of the grid, with as many blocks as
     * its speed is worth. Takes minutes for 64 ranks.
     *
     * @param cluster  a cluster whose routes are known
     * @param request  what the plan was made for: its broadcasts and row swaps are tried, and its grid alone where it asks for one
     * @param plan     plan that is compared
     * @param random   number of random orders of ranks that are tried on each grid, beside the named orders, &gt;= 0; grids that turn out
     *                 slow get fewer
     * @param seed     seed of the random orders
     * @param progress is told how far the search is, in words, again and again
     */
    public static Exhaustive of(Cluster cluster, PlanRequest request, Plan plan, int random, long seed, Consumer<String> progress) {
        return new ExhaustiveSearch(cluster, request, plan, progress).compared(random, seed);
    }

    private Exhaustive compared(int random, long seed) {
        Map<Trial, Double> brief = new LinkedHashMap<>();
        List<Integer> sides = sides();
        List<RankOrder> named = orders.named(ranks);
        run("named orders", sides.stream().flatMap(p -> named.stream().flatMap(order -> numberings(order, p)
                .flatMap(trial -> request.variants().stream().map(variant -> new Trial(trial.grid, trial.order, variant))))).toList(),
                Part.BRIEF, brief);
        tried = brief.size();
        List<RankOrder> shuffled = shuffled(random, seed);
        for (int p : sides) {
            randomOrders(p, shuffled, brief);
        }
        Map<Trial, Double> some = new LinkedHashMap<>();
        run("best orders, longer runs", near(brief, NEAR_BRIEFLY, MOST_AGAIN, sides), Part.SOME, some);
        Map<Trial, Double> whole = new LinkedHashMap<>();
        List<Trial> netlib = sides.stream().map(p -> new Trial(named.getFirst().byRows(p, ranks.size() / p), netlibs(named),
                request.variant())).toList();
        run("best orders, longest runs", Stream.concat(netlib.stream(), near(some, NEAR, MOST_WHOLE, sides).stream()).toList(), Part.MOST,
                whole);
        double planned = trials.seconds(plan.n(), plan.nb(), plan.map(), plan.variant().orElse(request.variant()), Part.MOST);
        List<GridWays> grids = netlib.stream().filter(whole::containsKey).map(usual -> new GridWays(way(usual, whole),
                way(of(usual.p(), whole).getFirst(), whole))).toList();
        Way best = way(whole.keySet().stream().min(Comparator.comparingDouble(whole::get)).orElseThrow(), whole);
        pruning.add(String.format(Locale.ROOT, "every plan runs for some windows of steps; then the %d best of those within %.0f %% of "
                + "the best run for longer; then the %d best of those within %.0f %% of the best, and the best of each grid, run %s",
                MOST_AGAIN, 100 * (NEAR_BRIEFLY - 1), MOST_WHOLE, 100 * (NEAR - 1),
                RunTrials.whole(ranks.size(), plan.n() / plan.nb()) ? "as a whole" : "for longer still"));
        return new Exhaustive(planned, best, grids, tried, trials.count(), pruning);
    }

    /** Returns the numbers of process rows: those of all grids of the ranks, or that of the grid asked for. */
    private List<Integer> sides() {
        return request.grid().isPresent() ? List.of(request.grid().get().p())
                : IntStream.rangeClosed(1, ranks.size()).filter(p -> ranks.size() % p == 0).boxed().toList();
    }

    private Stream<Trial> numberings(RankOrder order, int p) {
        return Stream.of(new Trial(order.byRows(p, ranks.size() / p), order.name() + ", row-major", request.variant()),
                new Trial(order.byColumns(p, ranks.size() / p), order.name() + ", column-major", request.variant()));
    }

    private static String netlibs(List<RankOrder> named) {
        return named.getFirst().name() + ", row-major";
    }

    private List<RankOrder> shuffled(int count, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count).mapToObj(i -> {
            List<Integer> shuffled = new ArrayList<>(ranks);
            Collections.shuffle(shuffled, random);
            return new RankOrder("random " + i, shuffled);
        }).toList();
    }

    /**
     * Runs random orders on grids of p rows, by the best two variants so far on this grid in turn. Column-major of a random order is
     * another random order, so the numberings alternate.
     */
    private void randomOrders(int p, List<RankOrder> shuffled, Map<Trial, Double> brief) {
        List<SolveVariant> ways = of(p, brief).stream().map(Trial::variant).distinct().limit(2).toList();
        if (ways.isEmpty()) {
            return;
        }
        List<Trial> all = IntStream.range(0, shuffled.size()).mapToObj(i -> {
            List<Trial> both = numberings(shuffled.get(i), p).toList();
            Trial one = both.get(i % 2);
            return new Trial(one.grid, one.order, ways.get(i / 2 % ways.size()));
        }).toList();
        String what = "random orders on " + p + " x " + ranks.size() / p;
        Map<Trial, Double> first = new LinkedHashMap<>();
        run(what, all.stream().limit(FIRST_ORDERS).toList(), Part.BRIEF, first);
        brief.putAll(first);
        tried += first.size();
        double best = brief.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double here = first.values().stream().mapToDouble(Double::doubleValue).min().orElse(Double.POSITIVE_INFINITY);
        if (here > HOPELESS * best) {
            tried += Math.max(0, all.size() - FIRST_ORDERS);
            pruning.add(String.format(Locale.ROOT, "%d x %d: the best of %d random orders takes %.2f times as long as the best plan, "
                    + "so the other random orders are left out", p, ranks.size() / p, Math.min(FIRST_ORDERS, all.size()), here / best));
            return;
        }
        List<Trial> others = all.stream().skip(FIRST_ORDERS).toList();
        tried += others.size();
        Map<Trial, Double> glances = new LinkedHashMap<>();
        run(what, Stream.concat(of(p, brief).stream().limit(ways.size()), others.stream()).toList(), Part.GLANCE, glances);
        double least = glances.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        List<Trial> good = others.stream()
                .filter(trial -> glances.getOrDefault(trial, Double.POSITIVE_INFINITY) <= HOPELESS * least).toList();
        pruning.add(String.format(Locale.ROOT, "%d x %d: %d of %d random orders are left out, because they take more than %.2f times as "
                + "long as the best in one window of steps", p, ranks.size() / p, others.size() - good.size(), others.size(), HOPELESS));
        run(what + " again", good, Part.BRIEF, brief);
    }

    private void run(String what, List<Trial> all, Part part, Map<Trial, Double> seconds) {
        List<Trial> fresh = all.stream().distinct().filter(trial -> !seconds.containsKey(trial)).toList();
        for (int from = 0; from < fresh.size(); from += LOT) {
            List<Trial> lot = fresh.subList(from, Math.min(fresh.size(), from + LOT));
            List<Optional<Double>> taken = lot.parallelStream().map(trial -> seconds(trial, part)).toList();
            IntStream.range(0, lot.size()).forEach(i -> taken.get(i).ifPresent(time -> seconds.put(lot.get(i), time)));
            progress.accept(what + ": " + Math.min(fresh.size(), from + LOT) + " of " + fresh.size());
        }
    }

    /** Returns the seconds of a way; empty where its map does not fit into the ranks' memory. */
    private Optional<Double> seconds(Trial trial, Part part) {
        MapKind kind = plan.kind().equals("cyclic") ? MapKind.CYCLIC : MapKind.WEIGHTED;
        Optional<MapSpec.Explicit> map = evaluator.fitting(new Candidate(trial.grid, kind, plan.nb(), trial.variant), plan.n());
        return map.map(fitting -> trials.seconds(plan.n(), plan.nb(), fitting, trial.variant, part));
    }

    /**
     * Returns the best way of each grid, and the ways near the best of all.
     *
     * @param share factor on the best seconds within which a way is near
     * @param most  number of near ways at most
     */
    private static List<Trial> near(Map<Trial, Double> seconds, double share, int most, Collection<Integer> sides) {
        double best = seconds.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        return Stream.concat(sides.stream().flatMap(p -> of(p, seconds).stream().limit(1)),
                seconds.keySet().stream().filter(trial -> seconds.get(trial) <= share * best)
                        .sorted(Comparator.comparingDouble(seconds::get)).limit(most)).distinct().toList();
    }

    /** Returns the ways on grids of p rows, the best first. */
    private static List<Trial> of(int p, Map<Trial, Double> seconds) {
        return seconds.keySet().stream().filter(trial -> trial.p() == p).sorted(Comparator.comparingDouble(seconds::get)).toList();
    }

    private static Way way(Trial trial, Map<Trial, Double> seconds) {
        return new Way(trial.p(), trial.q(), trial.order, trial.variant, seconds.get(trial));
    }
}
