package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.PlanSearch.Scored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The planner: it finds the best plan for a cluster, with ranks, grid, order of ranks, map, NB and N. Pure: equal input gives an equal
 * plan.
 */
public final class Planner {
    /** Share of the best rate from which equal ranks keep netlib's map: no measurement tells the two apart. */
    private static final double LEAST_RATE_SHARE = 0.99;

    /** Rough share of the work of a plan over a fabric that comes before its routes are looked at. */
    private static final double REPLAYS_SHARE = 0.3;

    private Planner() {
    }

    /**
     * Finds the best plan for a request and returns it with what it was weighed against; unlike {@link #find}, it throws where there is no
     * plan.
     *
     * @param cluster the ranks and links
     * @param request what the plan is for, and what of it is free
     * @throws IllegalArgumentException where there is {@link PlanOutcome.NoPlan}, with its reason
     */
    public static PlanChoice plan(Cluster cluster, PlanRequest request) {
        return find(cluster, request).orElseThrow(IllegalArgumentException::new);
    }

    /**
     * Finds the best plan as {@link #find(Cluster, PlanRequest, DoubleConsumer)} does, and tells nobody how far it is.
     *
     * @param cluster the ranks and links
     * @param request what the plan is for, and what of it is free
     */
    public static PlanOutcome find(Cluster cluster, PlanRequest request) {
        return find(cluster, request, _ -> { });
    }

    /**
     * Finds the best plan for a request. For 64 ranks this takes a fraction of a second, for 1,024 ranks some seconds; several times as
     * long where routes are known, since plans are then run in virtual time.
     *
     * @param cluster the ranks and links
     * @param request what the plan is for, and what of it is free
     * @param share   hears the share of the work that is done, roughly, 0 to 1; called on any thread, by one at a time
     * @return the plan, or why there is none
     */
    public static PlanOutcome find(Cluster cluster, PlanRequest request, DoubleConsumer share) {
        Optional<String> refusal = refusal(cluster, request);
        if (refusal.isPresent()) {
            return new PlanOutcome.NoPlan(refusal.get());
        }
        double replays = cluster.network().routes().isPresent() ? REPLAYS_SHARE : 1;
        PlanSearch search = new PlanSearch(cluster, request, new SearchProgress(done -> share.accept(replays * done)));
        CompletableFuture<Optional<Scored>> uniformSearch = CompletableFuture.supplyAsync(search::uniform);
        Optional<Scored> found = search.best();
        Optional<Scored> uniform = uniformSearch.join();
        if (found.isEmpty() && uniform.isEmpty()) {
            return new PlanOutcome.NoPlan(noRoom(cluster, request));
        }
        double enough = uniform.map(u -> enough(cluster, search, u.candidate())).orElse(1.0) * found.map(Scored::rate).orElse(0.0);
        if (cluster.network().routes().isPresent()) {
            return overFabric(cluster, request, search, Stream.concat(found.stream(), uniform.stream()).toList(), uniform,
                    done -> share.accept(replays + (1 - replays) * done));
        }
        Scored chosen = uniform.filter(u -> request.kind().isEmpty() && u.rate() >= enough
                && (found.isEmpty() || PlanSearch.givesAllABlock(u)))
                .or(() -> found).or(() -> uniform).orElseThrow();
        Scored best = new Scored(chosen.candidate(), search.explained(chosen));
        List<Scored> others = new ArrayList<>(search.scored());
        uniform.ifPresent(others::add);
        Candidate taken = best.candidate();
        Optional<Scored> runnerUp = others.stream().filter(other -> other.candidate().differsFrom(taken))
                .max(Comparator.comparingDouble(Scored::rate));
        return new PlanChoice(best.plan(), runnerUp.map(search::explained),
                uniform.map(search::explained),
                new PlanNotes(cluster, search, best, others, uniform).sentences(List.of()), search.priced());
    }

    private static PlanChoice overFabric(Cluster cluster, PlanRequest request, PlanSearch search, List<Scored> base,
            Optional<Scored> uniform, DoubleConsumer share) {
        Plan before = base.getFirst().plan();
        FabricSearch fabric = new FabricSearch(cluster, request, search, new RunTrials(cluster), before.n(), before.nb(),
                new SearchProgress(share));
        FabricSearch.Found found = fabric.best(base);
        Scored best = new Scored(found.best().candidate(), fabric.simulated(found.best()));
        List<String> notes = new PlanNotes(cluster, search, best, found.others(), uniform).sentences(found.notes());
        return new PlanChoice(request.variants().size() > 1 ? best.plan().with(best.candidate().variant()) : best.plan(),
                found.runnerUp().map(fabric::simulated), uniform.map(fabric::simulated), notes, search.priced());
    }

    /**
     * Returns the share of the best rate from which the uniform plan is taken. A uniform plan that parts a site has to be clearly better.
     */
    private static double enough(Cluster cluster, PlanSearch search, Candidate uniform) {
        if (!search.together(uniform)) {
            return 1 / LEAST_RATE_SHARE;
        }
        return search.equal(IntStream.range(0, cluster.size()).boxed().toList()) ? LEAST_RATE_SHARE : 1;
    }

    /** Returns why there can be no plan, before a search; empty where there may be one. */
    private static Optional<String> refusal(Cluster cluster, PlanRequest request) {
        Optional<String> ranks = request.grid().filter(grid -> (long) grid.p() * grid.q() > cluster.size())
                .map(grid -> "P=" + grid.p() + " Q=" + grid.q() + " need " + (long) grid.p() * grid.q() + " ranks, the cluster has "
                        + cluster.size() + ": choose a smaller grid or leave it free");
        return ranks.or(() -> cluster.ranks().stream().filter(rank -> request.n().isEmpty() && rank.memoryBytes() == Long.MAX_VALUE)
                .findFirst().map(rank -> "the memory of rank " + rank.rank() + " is not known: give N, or the memory of this rank"));
    }

    private static String noRoom(Cluster cluster, PlanRequest request) {
        RankProfile smallest = cluster.ranks().stream().min(Comparator.comparingLong(RankProfile::memoryBytes)).orElseThrow();
        return "N=" + (request.n().isPresent() ? request.n().getAsInt() : "free") + " fits with none of the grids and maps asked for: "
                + "each rank needs memory for its share and its work space; rank " + smallest.rank() + " on " + smallest.host()
                + " has the least memory, "
                + Math.round(smallest.memoryBytes() / (double) (1 << 20))
                + " MiB: choose a smaller N or NB, another map, or leave P and Q free";
    }
}
