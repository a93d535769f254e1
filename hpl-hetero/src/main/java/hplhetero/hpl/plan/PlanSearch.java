package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.plan.map.Maps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;

/**
 * One search for a plan, from coarse to fine. First come ranks and grids with one likely order each, best guess first, until the ranks' sum
 * of speeds rules out the others; then orders and kinds of map on the best few grids; then NB; then N.
 */
final class PlanSearch implements GridChoice.Setting {
    private static final int LEAST_GRIDS = 8;
    /** Number of grids that are judged at the same time; fixed, so that a plan does not depend on the machine on which it was made. */
    private static final int GRIDS_AT_ONCE = 4;
    private static final int MOST_GRIDS = 24;
    /** Ranks x panels that pricing the first grids may take: some seconds. */
    private static final double MOST_RANK_PANELS = 6e6;
    /** Divisor of N: N is found to within N divided by this. */
    private static final int ORDER_STEPS = 200;
    /** Number of ranks above which kinds of map that take long to find are tried on the best grid alone. */
    private static final int MOST_RANKS_FOR_SLOW_KINDS = 16;
    private static final int MOST_RANKS_IN_A_ROW = 256;
    /** Number of grids, and then of candidates, that are followed up. */
    private static final int CANDIDATES_FOLLOWED = 3;
    /** Share of the best uniform grid's rate below which a uniform grid stays slower with another NB. */
    private static final double LEAST_PROMISING_SHARE = 0.97;
    /** Ratio of speeds up to which ranks count as equal: measuring leaves so much open. */
    static final double MOST_EQUAL_RATIO = 1.05;
    /** Factor on the bound of a grid: ranks' speeds are those at one size, and may be higher in a whole run. */
    private static final double BOUND_SLACK_FACTOR = 1.02;
    // The rough shares of a search's work that are done when grids, orders of ranks, kinds of map and block sizes are priced.
    private static final double GRIDS_DONE = 0.35;
    private static final double ORDERS_DONE = 0.55;
    private static final double KINDS_DONE = 0.75;
    private static final double SIZES_DONE = 0.85;
    private static final Comparator<Scored> BY_RATE = Comparator.comparingDouble(Scored::rate);

    /** A candidate together with its priced plan. */
    record Scored(Candidate candidate, Plan plan) {
        /** Returns the predicted rate of the plan, in GFLOPS. */
        double rate() {
            return PlanChoice.rate(plan);
        }
    }

    private final Cluster cluster;
    private final PlanRequest request;
    private final SearchProgress progress;
    private final PlanEvaluator evaluator;
    private final Arrangements arrangements;
    private final double[] speed;
    private final boolean[] lacksMemory;
    private final List<Integer> fastestFirst;
    private final int nb;
    private final List<Scored> scored = new ArrayList<>();
    private final Set<Candidate> seen = new HashSet<>();

    /**
     * Creates a search that has priced nothing yet.
     *
     * @param progress is told how far {@link #best} is
     */
    PlanSearch(Cluster cluster, PlanRequest request, SearchProgress progress) {
        this.progress = progress;
        this.cluster = cluster;
        this.request = request;
        evaluator = new PlanEvaluator(cluster, request.variant());
        nb = request.nb().stream().sorted().toList().get(request.nb().size() / 2);
        List<Integer> all = IntStream.range(0, cluster.size()).boxed().toList();
        speed = evaluator.speeds(request.n().orElseGet(() -> evaluator.mostOf(all)), nb, cluster.size());
        lacksMemory = lackMemory(all);
        fastestFirst = all.stream().sorted(Comparator.comparing((Integer rank) -> lacksMemory[rank])
                .thenComparing(rank -> -speed[rank]).thenComparing(rank -> rank)).toList();
        arrangements = new Arrangements(cluster.network(), speed);
    }

    /**
     * Returns for each rank whether it lacks memory, see {@link #lacksMemory}. Plans without such ranks are worth a look, however fast the
     * ranks are.
     */
    private boolean[] lackMemory(List<Integer> all) {
        int side = Math.max(1, (int) Math.sqrt(cluster.size()));
        long[] room = Maps.capacity(cluster, request.n().orElseGet(() -> (int) (0.7 * evaluator.mostOf(all))), nb, side, side);
        boolean[] lacksMemory = new boolean[room.length];
        all.forEach(rank -> lacksMemory[rank] = room[rank] == 0);
        return lacksMemory;
    }

    /** Returns whether a rank has hardly the memory for the work space of a run. */
    boolean lacksMemory(int rank) {
        return lacksMemory[rank];
    }

    @Override
    public List<Integer> fastestFirst() {
        return fastestFirst;
    }

    @Override
    public double speed(int rank) {
        return speed[rank];
    }

    @Override
    public double order(List<Integer> ranks) {
        return request.n().isPresent() ? request.n().getAsInt() : Math.max(evaluator.balanced(ranks, speed), 0.7 * evaluator.mostOf(ranks));
    }

    @Override
    public double panel(List<Integer> ranks, int p, double rows) {
        return cluster.ranks().get(ranks.getLast()).panelAmong(p).seconds(rows, nb);
    }

    @Override
    public double panels(double n) {
        return n / nb;
    }

    /** Returns the shares of the ranks' memory that a plan takes, indexed by rank. */
    double[] filled(Scored scored) {
        return evaluator.filled(scored.plan, scored.candidate.variant());
    }

    /** Returns a priced plan with where its time goes: the search itself asks only how long it takes. */
    Plan explained(Scored scored) {
        return evaluator.explained(scored.plan, scored.candidate.variant());
    }

    /** Returns the maker of plans that this search uses. */
    PlanEvaluator evaluator() {
        return evaluator;
    }

    /** Returns the number of plans that this search has priced so far. */
    int priced() {
        return evaluator.priced();
    }

    /** Returns the candidates that this search has priced so far, with their plans. */
    List<Scored> scored() {
        return scored;
    }

    /** Returns the best plan of all kinds that the request allows; empty where none fits into memory. */
    Optional<Scored> best() {
        List<GridChoice> grids = grids();
        List<Candidate> kinds = new ArrayList<>();
        for (GridChoice grid : grids) {
            List<Candidate> ordered = orders(grid).stream().map(order -> new Candidate(order, mainKind(grid), nb, request.variant()))
                    .toList();
            progress.stage(GRIDS_DONE + (ORDERS_DONE - GRIDS_DONE) * (grids.indexOf(grid) + 1) / grids.size(), ordered.size());
            Optional<Scored> good = score(ordered).stream().max(BY_RATE);
            good.ifPresent(best -> kinds(grid).stream()
                    .filter(kind -> !kind.slow() || grid == grids.getFirst() || grid.ranks().size() <= MOST_RANKS_FOR_SLOW_KINDS)
                    .forEach(kind -> kinds.add(best.candidate.with(kind, nb))));
        }
        // kinds and NBs together: a map that takes long to find keeps one core busy, the leaders' other NBs the other cores
        kinds.sort(Comparator.comparing((Candidate candidate) -> !candidate.kind().slow()));
        kinds.addAll(withAllNbs(leaders(scored, CANDIDATES_FOLLOWED)));
        progress.stage(KINDS_DONE, kinds.size());
        score(kinds);
        List<Candidate> sizes = withAllNbs(leaders(scored, CANDIDATES_FOLLOWED));
        progress.stage(SIZES_DONE, sizes.size());
        score(sizes);
        List<Scored> leaders = leaders(scored, 2);
        progress.stage(1, leaders.size());
        List<Scored> finished = leaders.parallelStream().map(this::finished).toList();
        scored.removeAll(leaders);
        scored.addAll(finished);
        return leaders(scored, 1).stream().findFirst();
    }

    private List<Candidate> withAllNbs(List<Scored> leaders) {
        return leaders.stream().flatMap(good -> request.nb().stream().filter(other -> other != good.candidate.nb())
                .map(other -> good.candidate.with(good.candidate.kind(), other))).toList();
    }

    /** Returns a plan with the best N, where N is free, and with the best sequences of a weighted map. */
    private Scored finished(Scored good) {
        Scored grown = request.n().isPresent() ? good : largest(good);
        Scored best = good.candidate.kind() == MapKind.WEIGHTED
                ? new Scored(good.candidate, evaluator.refined(good.candidate, grown.plan)) : grown;
        progress.taskDone();
        return best;
    }

    /** Returns the best grids, judged by one order of ranks and one kind of map each. */
    private List<GridChoice> grids() {
        List<GridChoice> tried = new ArrayList<>();
        List<Scored> results = new ArrayList<>();
        double most = Math.clamp(MOST_RANK_PANELS / cluster.size() * nb / order(fastestFirst), LEAST_GRIDS, MOST_GRIDS);
        List<GridChoice> all = GridChoice.all(this, cluster, request.grid());
        progress.stage(GRIDS_DONE, (int) Math.min(most, all.size()));
        for (int from = 0; from < all.size() && tried.size() < most; from += GRIDS_AT_ONCE) {
            double best = results.stream().mapToDouble(Scored::rate).max().orElse(0);
            Map<Candidate, GridChoice> some = new LinkedHashMap<>();
            all.stream().skip(from).limit(GRIDS_AT_ONCE).filter(grid -> grid.bound() * BOUND_SLACK_FACTOR > best)
                    .forEach(grid -> some.put(new Candidate(arrangements.likely(grid.ranks(), grid.p(), grid.q()), mainKind(grid), nb,
                            request.variant()), grid));
            score(List.copyOf(some.keySet())).forEach(result -> {
                tried.add(some.get(result.candidate));
                results.add(result);
            });
        }
        return IntStream.range(0, tried.size()).boxed().sorted(Comparator.comparingDouble((Integer i) -> -results.get(i).rate()))
                .limit(CANDIDATES_FOLLOWED).map(tried::get).toList();
    }

    private Set<List<List<Integer>>> orders(GridChoice grid) {
        Set<List<List<Integer>>> orders = arrangements.all(grid.ranks(), grid.p(), grid.q());
        if (grid.p() > 1 && grid.q() > 1 && !equal(grid.ranks())) {
            orders.add(placed(grid.ranks(), grid.p(), grid.q()));
        }
        return orders;
    }

    /**
     * Returns a P x Q grid of these ranks, which are of unlike speed, arranged so that block rows and block columns can be dealt in
     * proportion to speeds.
     */
    List<List<Integer>> placed(List<Integer> ranks, int p, int q) {
        return new Maps((int) order(ranks), nb, StepCost.of(cluster, nb), new long[cluster.size()]).placed(ranks, p, q);
    }

    /** Returns whether a candidate keeps the ranks of every site together. */
    boolean together(Candidate candidate) {
        return arrangements.together(candidate.grid());
    }

    private MapKind mainKind(GridChoice grid) {
        return request.kind().orElse(kinds(grid).size() == 1 ? MapKind.CYCLIC : MapKind.WEIGHTED);
    }

    private List<MapKind> kinds(GridChoice grid) {
        if (request.kind().isPresent()) {
            return List.of(request.kind().get());
        }
        if (equal(grid.ranks()) && !memoryBinds(grid.ranks())) {
            return List.of(MapKind.CYCLIC);
        }
        return Arrays.stream(MapKind.values()).filter(kind -> kind != MapKind.SHARED || sharing(grid)).toList();
    }

    /**
     * Returns whether shared columns are tried: one row of very many ranks costs more in messages than its finer shares bring
     * (docs/decisions/0011).
     */
    private static boolean sharing(GridChoice grid) {
        return grid.p() > 1 && grid.ranks().size() <= MOST_RANKS_IN_A_ROW;
    }

    private boolean memoryBinds(List<Integer> ranks) {
        return evaluator.balanced(ranks, speed) <= 1.1 * order(ranks);
    }

    /** Returns whether some ranks count as equally fast: the fastest is at most {@link #MOST_EQUAL_RATIO} times as fast as the slowest. */
    boolean equal(List<Integer> ranks) {
        double most = ranks.stream().mapToDouble(rank -> speed[rank]).max().orElse(1);
        double least = ranks.stream().mapToDouble(rank -> speed[rank]).min().orElse(1);
        return most <= MOST_EQUAL_RATIO * least;
    }

    /** Returns the best cyclic plan on all ranks, in netlib's order. */
    Optional<Scored> uniform() {
        List<Integer> all = IntStream.range(0, request.grid().map(grid -> grid.p() * grid.q()).orElse(cluster.size())).boxed().toList();
        List<Candidate> candidates = IntStream.rangeClosed(1, all.size())
                .filter(p -> request.grid().isPresent() ? request.grid().get().p() == p : GridChoice.sensible(all.size(), p)).boxed()
                .flatMap(p -> arrangements.plain(all, p, all.size() / p).stream())
                .map(order -> new Candidate(order, MapKind.CYCLIC, nb, request.variant())).toList();
        List<Scored> tried = new ArrayList<>(scoreUncounted(candidates, () -> { }));
        List<Scored> good = leaders(tried, CANDIDATES_FOLLOWED);
        tried.addAll(scoreUncounted(withAllNbs(good.stream()
                .filter(grid -> grid.rate() >= LEAST_PROMISING_SHARE * good.getFirst().rate()).toList()), () -> { }));
        Optional<Scored> best = tried.stream().max(BY_RATE);
        return request.n().isPresent() ? best : best.map(this::largest);
    }

    /** Prices candidates on all cores, and runs {@code done} after each of them, on any thread. */
    private List<Scored> scoreUncounted(List<Candidate> candidates, Runnable done) {
        // one task for each candidate: a parallel stream would give each core a few large lots. The first task begins at once
        List<ForkJoinTask<Optional<Scored>>> tasks = candidates.stream()
                .<ForkJoinTask<Optional<Scored>>>map(candidate -> ForkJoinTask.adapt(() -> {
                    Optional<Scored> priced = scoreUncounted(candidate);
                    done.run();
                    return priced;
                })).toList();
        return ForkJoinTask.invokeAll(tasks).stream().map(ForkJoinTask::join).flatMap(Optional::stream).toList();
    }

    /** Prices candidates, on all cores. Returns those that fit into memory and have a block for every rank, with their plans. */
    private List<Scored> score(List<Candidate> candidates) {
        List<Candidate> fresh = candidates.stream().filter(seen::add).toList();
        scoreUncounted(fresh, progress::taskDone).stream().filter(PlanSearch::givesAllABlock).forEach(scored::add);
        return scored.stream().filter(s -> candidates.contains(s.candidate)).toList();
    }

    /**
     * Returns whether every rank of a plan has a block. Some have none where there are fewer blocks than ranks, or where a rank is too slow
     * for a share of a column. Netlib's map alone lets ranks go without a block.
     */
    static boolean givesAllABlock(Scored scored) {
        return scored.plan.map().ranksWithBlocks().size() == scored.candidate.ranks().size();
    }

    private Optional<Scored> scoreUncounted(Candidate candidate) {
        if (request.n().isPresent()) {
            return at(candidate, request.n().getAsInt());
        }
        double n = order(candidate.ranks());
        for (double share : new double[] {0.97, 0.9, 0.8, 0.6, 0.4}) {
            Optional<Scored> result = at(candidate, whole((int) (share * n), candidate.nb()));
            if (result.isPresent()) {
                return result;
            }
        }
        return Optional.empty();
    }

    private Optional<Scored> at(Candidate candidate, int n) {
        return evaluator.plan(candidate, n).map(plan -> new Scored(candidate, plan));
    }

    private static int whole(int n, int nb) {
        return Math.max(nb, n / nb * nb);
    }

    /**
     * Returns the plan of the largest N, nearly, at which the candidate is no slower. The first N tried is the one up to which memory binds
     * nobody much. For a cyclic map it is the largest that fits, as the rate of such a map grows with N and to see whether it fits takes no
     * time.
     */
    private Scored largest(Scored start) {
        int block = start.candidate.nb();
        int low = start.plan.n() / block;
        int high = evaluator.mostOf(start.candidate.ranks()) / block + 1;
        int next = evaluator.balanced(start.candidate.ranks(), speed) / block;
        if (start.candidate.kind() == MapKind.CYCLIC) {
            next = mostThatFit(start.candidate, low, high);
            high = next + 1;
        }
        Scored best = start;
        for (next = Math.max(low + 1, Math.min(next, high - 1)); high - low > Math.max(1, low / ORDER_STEPS); next = low + (high - low)
                / 2) {
            Optional<Scored> larger = at(start.candidate, next * block).filter(scored -> scored.rate() >= start.rate());
            if (larger.isPresent()) {
                best = larger.get();
                low = next;
            } else {
                high = next;
            }
        }
        return best;
    }

    /** Returns the number of blocks of the largest N that fits: {@code low} fits, {@code high} does not. */
    private int mostThatFit(Candidate candidate, int low, int high) {
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (evaluator.fitting(candidate, middle * candidate.nb()).isPresent()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the best plans scored so far, no two of which differ in the order of ranks alone. */
    private static List<Scored> leaders(List<Scored> scored, int count) {
        List<Scored> leaders = new ArrayList<>();
        for (Scored next : scored.stream().sorted(BY_RATE.reversed()).toList()) {
            if (leaders.size() < count && leaders.stream().allMatch(leader -> next.candidate.differsFrom(leader.candidate))) {
                leaders.add(next);
            }
        }
        return leaders;
    }
}
