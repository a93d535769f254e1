package hplhetero.hpl.plan.predict;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanOutcome;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The predictions of what a machine would reach if something were changed. Another network or look-ahead is priced on the plan's map. Other
 * ranks, memories and NBs need other maps: up to 64 ranks are planned anew, more are dealt their blocks anew on the plan's grid.
 */
final class Sensitivity {
    private static final double TWICE_MEMORY_SIDE = Math.sqrt(2);
    private static final int MOST_NAMED = 3;
    private static final double[] SMALLER = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5};

    private final Cluster cluster;
    private final List<RankKind> kinds;
    private final Plan plan;
    private final SolveVariant variant;
    private final double ideal;
    private final List<Supplier<Optional<WhatIf>>> questions = new ArrayList<>();

    Sensitivity(Cluster cluster, List<RankKind> kinds, Plan plan, SolveVariant variant) {
        this.cluster = cluster;
        this.kinds = kinds;
        this.plan = plan;
        this.variant = variant;
        ideal = plan.prediction().ideal();
    }

    /**
     * Returns the predictions for all that can be changed here, computed on all cores.
     *
     * @param share hears the share of the predictions that are made; called on any thread, by one at a time
     */
    List<WhatIf> all(DoubleConsumer share) {
        if (plan.map().ranks().size() > 1) {
            network("network of twice the bandwidth", 1, 0.5);
            network("network of half the latency", 0.5, 1);
            network("network that takes no time", 0, 0);
        }
        memory();
        if (kinds.size() > 1) {
            ranks();
        }
        blocks(plan.nb() / 2);
        blocks(2 * plan.nb());
        if (variant.depth() > 0) {
            ask(() -> Optional.of(asPlanned("look-ahead depth 0", cluster, new SolveVariant(0, variant.broadcast(), variant.swap(),
                    variant.swapThreshold()))));
        }
        int[] done = {0};
        return questions.parallelStream().map(question -> {
            Optional<WhatIf> answer = question.get();
            synchronized (done) {
                share.accept((double) ++done[0] / questions.size());
            }
            return answer;
        }).flatMap(Optional::stream).toList();
    }

    private void ask(Supplier<Optional<WhatIf>> question) {
        questions.add(question);
    }

    private WhatIf asPlanned(String change, Cluster changed, SolveVariant done) {
        return WhatIf.of(change, plan.n(), new TimeModel(changed, done).replay(plan.n(), plan.nb(), plan.map(), false).run(ideal));
    }

    private void network(String change, double latency, double perByte) {
        ask(() -> Optional.of(asPlanned(change, cluster.on(cluster.network().betweenHosts(latency, perByte)), variant)));
    }

    /** Asks for twice the memory, with a matrix that takes twice as much. */
    private void memory() {
        double side = TWICE_MEMORY_SIDE * plan.n() / plan.nb();
        if (side * plan.nb() < Integer.MAX_VALUE) {
            Cluster other = cluster.with(rank -> rank.with(rank.memoryBytes() > Long.MAX_VALUE / 2 ? Long.MAX_VALUE
                    : 2 * rank.memoryBytes()));
            ask(() -> dealt("twice the memory", other, (int) side * plan.nb(), plan.nb(), plan.map().owners()));
        }
    }

    private void blocks(int nb) {
        if (nb >= 1 && nb <= plan.n()) {
            ask(() -> dealt("NB=" + nb, cluster, plan.n(), nb, plan.map().owners()));
        }
    }

    private void ranks() {
        RankKind slowest = kinds.getLast();
        RankKind median = kinds.stream().filter(kind -> kind.ranks().contains(medianRank())).findFirst().orElseThrow();
        RankProfile better = (median == slowest ? kinds.get(kinds.size() - 2) : median).typical(cluster);
        String host = cluster.ranks().get(slowest.ranks().getLast()).host();
        List<Integer> onHost = slowest.ranks().stream().filter(rank -> cluster.ranks().get(rank).host().equals(host)).toList();
        // replacing one host of hundreds changes less than dealing blocks anew does
        if (onHost.size() < slowest.ranks().size() && cluster.size() <= Predictor.MOST_RANKS_IN_FULL) {
            replaced(onHost, better);
        }
        replaced(slowest.ranks(), better);
        leftOut(slowest.ranks());
    }

    private int medianRank() {
        List<Integer> byspeed = kinds.stream().flatMap(kind -> kind.ranks().stream()).toList();
        return byspeed.get(byspeed.size() / 2);
    }

    private String names(List<Integer> ranks) {
        Set<String> hosts = new TreeSet<>();
        ranks.forEach(rank -> hosts.add(cluster.ranks().get(rank).host()));
        return hosts.size() <= MOST_NAMED ? String.join(", ", hosts)
                : hosts.stream().limit(1).collect(Collectors.joining()) + " and " + (hosts.size() - 1) + " more";
    }

    private void replaced(List<Integer> ranks, RankProfile by) {
        Set<Integer> changed = Set.copyOf(ranks);
        Cluster other = cluster.with(rank -> changed.contains(rank.rank()) ? rank.replacedBy(by) : rank);
        String change = names(ranks) + " replaced by copies of " + by.host();
        ask(() -> dealt(change, other, plan.n(), plan.nb(), plan.map().owners()));
    }

    private void leftOut(List<Integer> ranks) {
        Set<Integer> out = Set.copyOf(ranks);
        List<Integer> kept = IntStream.range(0, cluster.size()).filter(rank -> !out.contains(rank)).boxed().toList();
        Cluster other = cluster.keeping(kept);
        ask(() -> dealt(names(ranks) + " left out", other, plan.n(), plan.nb(), nearSquare(other)));
    }

    /** Returns ranks by speed, column by column, in the squarest grid of at most a hundredth fewer ranks. */
    private List<List<Integer>> nearSquare(Cluster other) {
        List<Integer> ranks = RankKind.of(other, plan.n(), plan.nb()).stream().flatMap(kind -> kind.ranks().stream()).toList();
        int p = (int) Math.sqrt(ranks.size());
        while (p > 1 && (double) ranks.size() / p / (ranks.size() / p) > 1.01) {
            p--;
        }
        int rows = p;
        int columns = ranks.size() / p;
        return IntStream.range(0, rows).mapToObj(r -> IntStream.range(0, columns).mapToObj(c -> ranks.get(c * rows + r)).toList()).toList();
    }

    /** Returns the prediction for the N wanted, or for a smaller N where this does not fit; empty where nothing fits. */
    private Optional<WhatIf> dealt(String change, Cluster other, int wanted, int nb, List<List<Integer>> grid) {
        for (double share : SMALLER) {
            int n = share == 1 ? wanted : Math.max(nb, (int) (share * wanted) / nb * nb);
            Optional<Prediction> priced = other.size() <= Predictor.MOST_RANKS_IN_FULL ? planned(other, n, nb) : dealt(other, n, nb, grid);
            if (priced.isPresent()) {
                return Optional.of(WhatIf.of(change, n, priced.get()));
            }
        }
        return Optional.empty();
    }

    private Optional<Prediction> planned(Cluster other, int n, int nb) {
        double bytes = other.ranks().stream().mapToDouble(RankProfile::memoryBytes).sum();
        if (Double.BYTES * (double) n * n > bytes) {
            return Optional.empty();
        }
        return switch (Planner.find(other, new PlanRequest(OptionalInt.of(n), List.of(nb), Optional.empty(), Optional.empty(), variant))) {
            case PlanChoice found -> Optional.of(found.best().prediction());
            case PlanOutcome.NoPlan none -> Optional.empty();
        };
    }

    private Optional<Prediction> dealt(Cluster other, int n, int nb, List<List<Integer>> grid) {
        return Dealing.on(grid, other, n, nb, variant.depth()).map(map -> new TimeModel(other, variant).replay(n, nb, map, false)
                .run(TimeModel.ideal(other, n, nb)));
    }
}
