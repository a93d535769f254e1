package hplhetero.hpl.plan;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.plan.PlanSearch.Scored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The reasons why a plan was taken, in words. */
final class PlanNotes {
    /** Number of left-out ranks that are named one by one. */
    private static final int MOST_RANKS_NAMED = 8;
    private static final double FULL_MEMORY_SHARE = 0.98;

    private final Cluster cluster;
    private final PlanSearch search;
    private final Scored best;
    private final List<Scored> others;
    private final Optional<Scored> uniform;
    private final List<String> notes = new ArrayList<>();
    /** Whether runs in virtual time chose the plan, so that what is compared by replays has to say so. */
    private boolean simulated;

    PlanNotes(Cluster cluster, PlanSearch search, Scored best, List<Scored> others, Optional<Scored> uniform) {
        this.cluster = cluster;
        this.search = search;
        this.best = best;
        this.others = others;
        this.uniform = uniform;
    }

    /**
     * Returns the reasons in sentences, each of which stands alone.
     *
     * @param overFabric sentences of the search over a fabric, where routes are known: the first replaces what is gained in the replay;
     *                   empty elsewhere
     */
    List<String> sentences(List<String> overFabric) {
        if (overFabric.isEmpty()) {
            gain();
        } else {
            notes.add(overFabric.getFirst());
        }
        simulated = !overFabric.isEmpty();
        leftOut();
        overFabric.stream().skip(1).forEach(notes::add);
        if (!simulated) {
            breakdown();
        }
        alternative("grid", other -> other.p() != best.candidate().p() || other.q() != best.candidate().q());
        alternative("map", other -> other.p() == best.candidate().p() && other.q() == best.candidate().q()
                && other.kind() != best.candidate().kind());
        alternative("NB", other -> other.nb() != best.candidate().nb() && other.kind() == best.candidate().kind()
                && other.grid().equals(best.candidate().grid()));
        sites();
        fullRanks();
        return notes;
    }

    private void say(String format, Object... values) {
        notes.add(String.format(Locale.ROOT, format, values));
    }

    private void gain() {
        if (uniform.isEmpty()) {
            say("a uniform map on all ranks does not fit into the memory of the rank that has the least");
        } else if (uniform.get() == best) {
            say("uniform: %s", search.equal(IntStream.range(0, cluster.size()).boxed().toList())
                    ? "the ranks are equal, so netlib's map loses nothing" : "no other plan is faster in the model");
        } else {
            say("%.2f times the rate of the uniform map (cyclic on all %d ranks, %d x %d, NB=%d: %.4g GFLOPS)",
                    best.rate() / uniform.get().rate(), uniform.get().candidate().ranks().size(), uniform.get().candidate().p(),
                    uniform.get().candidate().q(), uniform.get().candidate().nb(), uniform.get().rate());
        }
    }

    private void leftOut() {
        List<Integer> used = best.candidate().ranks();
        List<Integer> out = IntStream.range(0, cluster.size()).boxed().filter(rank -> !used.contains(rank)).toList();
        if (out.isEmpty()) {
            return;
        }
        double median = search.speed(search.fastestFirst().get(cluster.size() / 2));
        String cost = bestOf(other -> other.ranks().size() == cluster.size())
                .map(all -> String.format(Locale.ROOT, "including %s would cost %.1f %%%s", out.size() == 1 ? "it" : "all",
                        100 * (best.rate() / all.rate() - 1), byReplays())).orElse("no plan with all ranks was priced");
        String tooSmall = out.stream().filter(search::lacksMemory).limit(MOST_RANKS_NAMED)
                .map(rank -> rank + " (" + Math.round(cluster.ranks().get(rank).memoryBytes() / (double) (1 << 20)) + " MiB)")
                .collect(Collectors.joining(", "));
        if (out.stream().allMatch(search::lacksMemory)) {
            say("left out: rank%s %s, too little memory for the work space of this run; %s", out.size() == 1 ? "" : "s", tooSmall, cost);
        } else if (out.size() == 1) {
            say("rank %d is left out: %.1f times slower than the median; %s", out.getFirst(), median / search.speed(out.getFirst()), cost);
        } else {
            double least = out.stream().mapToDouble(rank -> median / search.speed(rank)).min().orElse(1);
            double most = out.stream().mapToDouble(rank -> median / search.speed(rank)).max().orElse(1);
            say("%d ranks (%s) are left out: %.1f to %.1f times slower than the median%s; %s", out.size(),
                    out.stream().limit(MOST_RANKS_NAMED).map(String::valueOf).collect(Collectors.joining(", "))
                            + (out.size() > MOST_RANKS_NAMED ? ", ..." : ""),
                    least, most, tooSmall.isEmpty() ? "" : ", or with too little memory: " + tooSmall, cost);
        }
    }

    private void breakdown() {
        Prediction p = best.plan().prediction();
        say("%.4g s = update %.4g + panel %.4g + broadcast %.4g + swap %.4g + back substitution %.4g; if all ranks computed all the "
                + "time, it would take %.4g s: the plan reaches %.0f %% of that rate", p.seconds(), p.update(), p.panel(), p.broadcast(),
                p.swap(), p.solve(), p.ideal(), 100 * p.ideal() / p.seconds());
    }

    private Optional<Scored> bestOf(Predicate<Candidate> which) {
        return others.stream().filter(other -> which.test(other.candidate())).max(Comparator.comparingDouble(Scored::rate));
    }

    /** Says how much the best plan with another grid, map or NB loses, and where. */
    private void alternative(String what, Predicate<Candidate> which) {
        bestOf(which).ifPresent(other -> say("%s: %s would reach %.1f %% of this plan's rate%s%s", what, name(what, other.candidate()),
                100 * other.rate() / best.rate(), byReplays(), where(other)));
    }

    private String byReplays() {
        return simulated ? " by replays" : "";
    }

    private static String name(String what, Candidate c) {
        return switch (what) {
            case "grid" -> c.p() + " x " + c.q() + " on " + c.ranks().size() + " ranks";
            case "map" -> c.kind().name().toLowerCase(Locale.ROOT);
            default -> String.valueOf(c.nb());
        };
    }

    /** Returns the part of a plan's time that grew the most, against the best plan; empty where the plan has another N. */
    private String where(Scored scored) {
        if (scored.plan().n() != best.plan().n()) {
            return "";
        }
        Prediction other = search.explained(scored).prediction();
        Prediction mine = best.plan().prediction();
        double[] grown = {other.update() - mine.update(), other.panel() - mine.panel(), other.broadcast() - mine.broadcast(),
            other.swap() - mine.swap(), other.solve() - mine.solve()};
        String[] names = {"updates", "panels", "broadcast", "row swaps", "back substitution"};
        int most = IntStream.range(0, grown.length).boxed().max(Comparator.comparingDouble(i -> grown[i])).orElse(0);
        boolean comparable = grown[most] > 0.01 * mine.seconds();
        return comparable ? String.format(Locale.ROOT, ", with %.3g s more for %s", grown[most], names[most]) : "";
    }

    private void sites() {
        List<Integer> used = best.candidate().ranks();
        long sites = used.stream().map(cluster.network().siteOf()::get).distinct().count();
        if (sites < 2) {
            return;
        }
        say("%d sites: %s; a panel crosses to each other site once", sites,
                search.together(best.candidate()) ? "the ranks of each stand together in the grid"
                        : "their ranks are mixed in the grid, which is faster");
    }

    private void fullRanks() {
        double[] filled = search.filled(best);
        List<Integer> full = best.candidate().ranks().stream().filter(rank -> filled[rank] > FULL_MEMORY_SHARE).toList();
        if (!full.isEmpty() && full.size() < best.candidate().ranks().size()) {
            say("the memory of %s is full: the others take the rest in proportion to their speeds",
                    full.stream().limit(MOST_RANKS_NAMED).map(rank -> "rank " + rank).collect(Collectors.joining(", "))
                            + (full.size() > MOST_RANKS_NAMED ? ", ..." : ""));
        }
    }
}
