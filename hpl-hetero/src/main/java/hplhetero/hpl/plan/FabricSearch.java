package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.network.RankOrders;
import hplhetero.hpl.plan.PlanSearch.Scored;
import hplhetero.hpl.plan.RunTrials.Part;
import hplhetero.hpl.plan.map.MapKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The search over a fabric, where it is known which links messages share. It searches for ranks, grid, order, BCAST and SWAP together, at
 * an N and NB that are already found. Replays price very many plans. The best of these, some of each grid, are run in virtual time, which
 * decides.
 */
final class FabricSearch {
    /** Ratio of seconds above which two plans count as alike: the simpler one is taken, see {@link #simplicity}. */
    static final double ALIKE_SHARE = 0.995;
    /** Approximate ranks x panels that are priced: some seconds. */
    private static final double MOST_RANK_PANELS = 2e7;
    private static final int LEAST_PRICED = 24;
    /** Rough share of the work of this search that pricing takes; the rest is for runs in virtual time. */
    private static final double PRICED_DONE = 0.4;
    private static final int MOST_PRICED = 2000;
    /** Most panels that a replay counts: of more, a sample is replayed. */
    private static final int MOST_PANELS = 1200;
    /** Approximate ranks x runs that are simulated: some seconds. */
    private static final int RANK_RUNS = 64 * 160;
    private static final int LEAST_RUNS = 8;
    private static final int MOST_RUNS = 160;
    private static final int GRIDS_FOLLOWED = 6;
    private static final int GRIDS_REFINED = 3;
    /** Most ranks around which nearer ranks are looked for. */
    private static final int MOST_SEEDS = 6;

    private static final String AS_LISTED = "as listed, row-major";
    /** The sentence that says for which program the plan is, because netlib HPL ranks broadcasts otherwise. */
    private static final String ADVICE = "the order of ranks, BCAST and SWAP are advice for this program: netlib HPL waits until a panel "
            + "is sent, so other broadcasts, mostly longM, are the fastest there";

    /**
     * The result of the search.
     *
     * @param best     the best plan
     * @param runnerUp the fastest plan in virtual time that differs from the best in ranks, grid, kind of map or NB
     * @param others   the plans that were priced
     * @param notes    what is gained, then what was chosen, in sentences
     */
    record Found(Scored best, Optional<Scored> runnerUp, List<Scored> others, List<String> notes) {
    }

    /**
     * A grid shape of some ranks with all its orders.
     *
     * @param orders     all orders of the ranks on the grid, each with its name
     * @param candidates candidates that are priced first
     */
    private record Grid(Map<List<List<Integer>>, String> orders, List<Candidate> candidates) {
    }

    private final Cluster cluster;
    private final PlanRequest request;
    private final PlanSearch search;
    private final PlanEvaluator evaluator;
    private final RankOrders orders;
    private final RunTrials trials;
    private final int n;
    private final int nb;
    private final SearchProgress progress;
    /** Plans priced so far, by candidate. */
    private final Map<Candidate, Scored> priced = new HashMap<>();
    /** Names of orders for people, by grid of ranks. */
    private final Map<List<List<Integer>>, String> names = new HashMap<>();

    /**
     * Creates a search at one N and NB.
     *
     * @param n        order of the run's matrix
     * @param nb       blocking factor of the run
     * @param progress is told how far this search is
     */
    FabricSearch(Cluster cluster, PlanRequest request, PlanSearch search, RunTrials trials, int n, int nb, SearchProgress progress) {
        this.progress = progress;
        this.cluster = cluster;
        this.request = request;
        this.search = search;
        evaluator = search.evaluator();
        this.trials = trials;
        this.n = n;
        this.nb = nb;
        Routes routes = cluster.network().routes().orElseThrow();
        orders = new RankOrders(routes.placement(), IntStream.range(0, cluster.size()).mapToDouble(search::speed).toArray());
    }

    /**
     * Returns the best plan, and what it was compared with.
     *
     * @param base plans found before this search; those with the N and NB of this search are compared too
     */
    Found best(Collection<Scored> base) {
        List<Scored> known = base.stream().filter(scored -> scored.plan().n() == n && scored.plan().nb() == nb).toList();
        known.forEach(scored -> priced.put(scored.candidate(), scored));
        List<Grid> grids = grids(base);
        progress.stage(PRICED_DONE, mostPriced());
        price(grids);
        return judged(grids, known);
    }

    // ---- grids and orders

    private List<Grid> grids(Collection<Scored> base) {
        Map<List<Object>, List<Integer>> shapes = new LinkedHashMap<>();
        List<Integer> counts = counts(base);
        for (int count : counts) {
            for (List<Integer> ranks : subsets(count)) {
                for (int p = 1; p <= count; p++) {
                    if (request.grid().isPresent() ? p == request.grid().get().p() : GridChoice.sensible(count, p)) {
                        shapes.put(List.of(p, ranks), ranks);
                    }
                }
            }
        }
        int each = Math.max(3, mostPriced() / 2 / Math.max(1, shapes.size()));
        List<Grid> grids = new ArrayList<>();
        shapes.forEach((key, ranks) -> {
            int p = (int) key.getFirst();
            Map<List<List<Integer>>, String> all = orders.grids(ranks, p, ranks.size() / p);
            if (!search.equal(ranks) && p > 1 && p < ranks.size()) {
                all.putIfAbsent(search.placed(ranks, p, ranks.size() / p), "placed by speed");
            }
            names.putAll(all);
            grids.add(new Grid(all, all.keySet().stream().limit(each).map(grid -> new Candidate(grid, kind(ranks), nb, request.variant()))
                    .toList()));
        });
        return grids;
    }

    /** Returns the numbers of ranks that are tried: as many as the best plan so far has, all, and all but those of some group. */
    private List<Integer> counts(Collection<Scored> base) {
        if (request.grid().isPresent()) {
            return List.of(request.grid().get().p() * request.grid().get().q());
        }
        Set<Integer> counts = new LinkedHashSet<>();
        base.stream().max(Comparator.comparingDouble(Scored::rate)).ifPresent(best -> counts.add(best.candidate().ranks().size()));
        counts.add(cluster.size());
        if (!search.equal(all()) || counts.size() > 1) {
            for (int[] group : orders.groups()) {
                int[] sizes = new int[1 + IntStream.of(group).max().orElse(0)];
                IntStream.of(group).forEach(number -> sizes[number]++);
                IntStream.of(sizes).filter(size -> size > 0).distinct().limit(2).map(size -> cluster.size() - size).filter(c -> c > 0)
                        .forEach(counts::add);
            }
        }
        return List.copyOf(counts);
    }

    private List<Integer> all() {
        return IntStream.range(0, cluster.size()).boxed().toList();
    }

    /**
     * Returns sets of so many ranks: the fastest ranks, the first ranks, and for the fastest rank of some groups the ranks nearest to it.
     */
    private List<List<Integer>> subsets(int count) {
        Set<List<Integer>> subsets = new LinkedHashSet<>();
        subsets.add(sorted(search.fastestFirst().subList(0, count)));
        if (count < cluster.size()) {
            subsets.add(IntStream.range(0, count).boxed().toList());
            for (int seed : seeds()) {
                subsets.add(sorted(orders.nearest(seed, search.fastestFirst()).subList(0, count)));
            }
        }
        return List.copyOf(subsets);
    }

    private static List<Integer> sorted(List<Integer> ranks) {
        return ranks.stream().sorted().toList();
    }

    private List<Integer> seeds() {
        Set<Integer> seeds = new LinkedHashSet<>();
        for (int[] group : orders.groups().reversed()) {
            Set<Integer> met = new LinkedHashSet<>();
            search.fastestFirst().stream().filter(rank -> met.add(group[rank])).limit(MOST_SEEDS).forEach(seeds::add);
        }
        seeds.add(search.fastestFirst().getFirst());
        return seeds.stream().limit(MOST_SEEDS).toList();
    }

    private MapKind kind(List<Integer> ranks) {
        return request.kind().orElse(search.equal(ranks) ? MapKind.CYCLIC : MapKind.WEIGHTED);
    }

    // ---- prices

    private int mostPriced() {
        return (int) Math.clamp(MOST_RANK_PANELS / cluster.size() / Math.min(MOST_PANELS, n / nb + 1), LEAST_PRICED, MOST_PRICED);
    }

    private void price(List<Grid> grids) {
        price(grids.stream().flatMap(grid -> grid.candidates.stream()));
        int left = Math.max(LEAST_PRICED, mostPriced() - priced.size());
        List<Candidate> ways = new ArrayList<>();
        int each = Math.clamp(left / 2 / Math.max(1, grids.size()) / request.variants().size(), 1, 3);
        byPrice(grids).stream().limit(Math.max(2, left / request.variants().size() / 2)).forEach(grid -> leaders(grid, each)
                .forEach(good -> request.variants().forEach(variant -> ways.add(good.candidate().with(variant)))));
        price(ways.stream());
        List<Candidate> again = new ArrayList<>();
        for (Grid grid : byPrice(grids)) {
            leaders(grid, 2).stream().map(good -> good.candidate().variant()).distinct()
                    .forEach(variant -> grid.candidates.forEach(candidate -> again.add(candidate.with(variant))));
        }
        price(again.stream().limit(Math.max(LEAST_PRICED, mostPriced() - priced.size())));
    }

    private void price(Stream<Candidate> candidates) {
        List<Candidate> fresh = candidates.distinct().filter(candidate -> !priced.containsKey(candidate)).toList();
        fresh.parallelStream().map(candidate -> {
            Optional<Scored> scored = priced(candidate);
            progress.taskDone();
            return scored;
        }).flatMap(Optional::stream).toList()
                .forEach(scored -> priced.put(scored.candidate(), scored));
    }

    private Optional<Scored> priced(Candidate candidate) {
        return evaluator.plan(candidate, n).map(plan -> new Scored(candidate, plan)).filter(PlanSearch::givesAllABlock);
    }

    /** Returns the best plans of a grid, by price, in different orders or variants. */
    private List<Scored> leaders(Grid grid, int count) {
        return priced.values().stream().filter(scored -> grid.orders.containsKey(scored.candidate().grid()))
                .sorted(Comparator.comparingDouble(Scored::rate).reversed().thenComparing(this::simplicity)).limit(count).toList();
    }

    private List<Grid> byPrice(List<Grid> grids) {
        return grids.stream().filter(grid -> !leaders(grid, 1).isEmpty())
                .sorted(Comparator.comparingDouble((Grid grid) -> -leaders(grid, 1).getFirst().rate())).toList();
    }

    // ---- runs in virtual time

    private Found judged(List<Grid> grids, List<Scored> base) {
        int runs = Math.clamp(RANK_RUNS / cluster.size(), LEAST_RUNS, MOST_RUNS);
        progress.stage(1, runs);
        List<Grid> good = byPrice(grids).stream().limit(Math.clamp(runs / 4, 2, GRIDS_FOLLOWED)).toList();
        Map<Scored, Double> brief = new LinkedHashMap<>();
        List<Scored> first = new ArrayList<>();
        for (Grid grid : good) {
            first.addAll(leaders(grid, Math.clamp(runs / 4 / good.size(), 1, 6)));
            netlibs(grid).ifPresent(first::add);
        }
        first.addAll(base);
        run(first.stream(), Part.BRIEF, brief);
        Map<Scored, Double> some = new LinkedHashMap<>();
        run(fastest(brief, Math.max(2, runs / 8)).stream(), Part.SOME, some);
        for (Scored best : bestOfGrids(some, good, GRIDS_REFINED)) {
            run(around(best, grids).limit(Math.max(2, runs / 8)), Part.SOME, some);
        }
        run(around(fastest(some, 1).getFirst(), grids).limit(Math.max(2, runs / 4)), Part.SOME, some);
        Map<Scored, Double> most = new LinkedHashMap<>();
        run(Stream.concat(fastest(some, Math.max(2, runs / 16)).stream(), good.stream().flatMap(grid -> netlibs(grid).stream()).limit(2)),
                Part.MOST, most);
        Scored best = simplest(most);
        return new Found(best, Stream.of(most, some, brief).flatMap(seen -> fastest(seen, seen.size()).stream())
                .filter(other -> other.candidate().differsFrom(best.candidate())).findFirst(), List.copyOf(priced.values()),
                notes(best, grids));
    }

    /** Returns a priced plan with where its time goes, and with its seconds in virtual time. */
    Plan simulated(Scored scored) {
        return search.explained(scored).takingInVirtualTime(seconds(scored, Part.MOST));
    }

    /** Returns the fastest plan of each of the best grids. */
    private List<Scored> bestOfGrids(Map<Scored, Double> seconds, List<Grid> grids, int count) {
        List<Scored> sorted = fastest(seconds, seconds.size());
        return grids.stream().flatMap(grid -> sorted.stream().filter(scored -> grid.orders.containsKey(scored.candidate().grid())).limit(1))
                .sorted(Comparator.comparingDouble(seconds::get)).limit(count).toList();
    }

    /** Returns plans like the best in other variants, and in other orders on its grid, best price first. */
    private Stream<Scored> around(Scored best, List<Grid> grids) {
        Grid grid = grids.stream().filter(each -> each.orders.containsKey(best.candidate().grid())).findFirst().orElse(null);
        Stream<Candidate> ways = request.variants().stream().map(best.candidate()::with);
        Stream<Candidate> others = grid == null ? Stream.of() : grid.candidates.stream()
                .map(candidate -> candidate.with(best.candidate().variant()));
        List<Candidate> all = Stream.concat(ways, others).distinct().toList();
        price(all.stream());
        return all.stream().map(priced::get).filter(scored -> scored != null)
                .sorted(Comparator.comparingDouble(Scored::rate).reversed());
    }

    private Optional<Scored> netlibs(Grid grid) {
        Candidate candidate = grid.candidates.getFirst().with(request.variant());
        price(Stream.of(candidate));
        return Optional.ofNullable(priced.get(candidate));
    }

    private void run(Stream<Scored> candidates, Part part, Map<Scored, Double> seconds) {
        List<Scored> fresh = candidates.distinct().filter(scored -> !seconds.containsKey(scored)).toList();
        List<Double> taken = fresh.parallelStream().map(scored -> {
            double took = seconds(scored, part);
            progress.taskDone();
            return took;
        }).toList();
        IntStream.range(0, fresh.size()).forEach(i -> seconds.put(fresh.get(i), taken.get(i)));
    }

    private double seconds(Scored scored, Part part) {
        Plan plan = scored.plan();
        return trials.seconds(plan.n(), plan.nb(), plan.map(), scored.candidate().variant(), part);
    }

    private List<Scored> fastest(Map<Scored, Double> seconds, int count) {
        return seconds.keySet().stream().sorted(Comparator.comparingDouble((Scored scored) -> seconds.get(scored))
                .thenComparing(this::simplicity)).limit(count).toList();
    }

    private Scored simplest(Map<Scored, Double> seconds) {
        double least = seconds.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        return seconds.keySet().stream().filter(scored -> seconds.get(scored) * ALIKE_SHARE <= least)
                .min(Comparator.comparing(this::simplicity).thenComparingDouble(seconds::get)).orElseThrow();
    }

    /** Returns in how many respects a plan differs from netlib's: row-major as listed, with the first variant asked for. */
    private int simplicity(Scored scored) {
        String name = names.getOrDefault(scored.candidate().grid(), "other");
        int order = name.equals(AS_LISTED) ? 0 : name.equals("as listed, column-major") ? 1 : 2;
        SolveVariant mine = scored.candidate().variant();
        SolveVariant usual = request.variant();
        return order + (mine.broadcast() == usual.broadcast() ? 0 : 1) + (mine.swap() == usual.swap() ? 0 : 1);
    }

    // ---- words

    /** Returns what is gained, then what was chosen, in sentences. */
    private List<String> notes(Scored best, List<Grid> grids) {
        Candidate taken = best.candidate();
        double mine = seconds(best, Part.MOST);
        List<String> notes = new ArrayList<>();
        grids.stream().filter(grid -> grid.orders.containsKey(taken.grid())).findFirst().flatMap(this::netlibs)
                .ifPresent(usual -> notes.add(gain(best, mine, seconds(usual, Part.MOST))));
        notes.add(String.format(Locale.ROOT, "order: %s; BCAST %s, SWAP %s (%d plans priced by replays, %d runs simulated)",
                name(taken), taken.variant().broadcast().hplName(),
                taken.variant().swap().name().toLowerCase(Locale.ROOT).replace('_', ' '), priced.size(), trials.count()));
        notes.add(ADVICE);
        return notes;
    }

    private String name(Candidate candidate) {
        return names.getOrDefault(candidate.grid(), "by speed and sites");
    }

    private String gain(Scored best, double mine, double netlibs) {
        String usual = String.format(Locale.ROOT, "netlib's default on this grid (row-major, as listed, %s) takes %.4g s in virtual time",
                request.variant().broadcast().hplName(), netlibs);
        if (netlibs * ALIKE_SHARE <= mine) {
            return String.format(Locale.ROOT, "no gain: %s, and no plan that was tried takes less than %.1f %% of this time", usual,
                    100 * ALIKE_SHARE);
        }
        boolean sameOrder = name(best.candidate()).equals(AS_LISTED);
        boolean sameWay = best.candidate().variant().equals(request.variant());
        String what = sameOrder ? "BCAST and SWAP gain %.1f %%, another order of ranks gains nothing"
                : sameWay ? "the order of ranks gains %.1f %%" : "the order of ranks, BCAST and SWAP gain %.1f %%";
        return usual + ": " + String.format(Locale.ROOT, what, 100 * (netlibs / mine - 1));
    }
}
