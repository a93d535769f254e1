package hplhetero.run.sweep;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanOutcome;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.run.cases.CaseChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Lays out the blocks of a run's tests by the measured or described speed of the ranks.
 *
 * @param use   when to plan
 * @param kind  kind of the maps to plan; empty: the best of any kind
 * @param ranks returns what is known of the ranks; called only when something is to be planned
 * @param caps  limits the memory that a plan may give the ranks, where that is less than they have
 * @param devices the memory of the ranks' devices, which a plan had better not exceed
 */
public record Planning(Use use, Optional<MapKind> kind, Function<CaseChoice, Cluster> ranks, UnaryOperator<Cluster> caps,
        DeviceMemory devices) {
    /** The smallest N that is planned. A smaller run is over before measuring its ranks would pay. */
    public static final int LEAST_PLANNED_N = 4000;

    /**
     * How many times slower, in the model, a plan within the devices' memory may be and still be taken, where nobody has measured what
     * streaming costs (docs/decisions/0058).
     */
    private static final double STREAMING_COST = 2;

    /** The tests whose maps are planned. */
    public enum Use {
        /** No test, because the input has a map or a plan. */
        NEVER,
        /** The tests that are large enough, if there are several ranks. */
        WHERE_IT_PAYS,
        /** All tests, if there are several ranks. */
        ALWAYS
    }

    /** The outcome of planning: tests with their maps, or the reason why no map has room in the ranks' memory. */
    sealed interface Outcome {
    }

    /**
     * The outcome that the tests can be run.
     *
     * @param choice  the tests, on the maps found
     * @param cluster the ranks that the tests were planned with; empty when nothing was planned
     */
    record Laid(CaseChoice choice, Optional<Cluster> cluster) implements Outcome {
    }

    /**
     * The outcome that no plan has room in the ranks' memory.
     *
     * @param why what is missing and what to do, for people
     */
    record NoRoom(String why) implements Outcome {
    }

    /** Returns whether the map of test {@code one} of {@code choice} is planned. */
    boolean plans(CaseChoice choice, HplCase one) {
        return choice.ranks() > 1 && worth(one);
    }

    /** Plans the tests of {@code choice} that are to be planned. Their N are known. */
    Outcome of(CaseChoice choice) {
        if (choice.cases().stream().noneMatch(one -> plans(choice, one))) {
            return new Laid(choice, Optional.empty());
        }
        Cluster cluster = devices.known(ranks.apply(choice));
        if (!choice.open().grid() && !choice.open().nb()) {
            return planned(choice, cluster);
        }
        return switch (plan(cluster, open(choice))) {
            case PlanChoice found -> planned(withGrid(choice, found, cluster), cluster);
            case PlanOutcome.NoPlan none -> new NoRoom(none.why());
        };
    }

    private boolean worth(HplCase one) {
        return use == Use.ALWAYS && one.n() > 0 || use == Use.WHERE_IT_PAYS && one.n() >= LEAST_PLANNED_N;
    }

    /** Returns the test with the greatest N. */
    static HplCase largest(CaseChoice choice) {
        return choice.cases().stream().max(Comparator.comparingInt(HplCase::n)).orElseThrow();
    }

    /** Returns the request for a grid and an NB that nobody gave, made for the largest test. */
    private PlanRequest open(CaseChoice choice) {
        HplCase one = largest(choice);
        return new PlanRequest(OptionalInt.of(one.n()),
                choice.open().nb() ? choice.open().fitting().planned(one.n()) : List.of(one.nb()),
                choice.open().grid() ? Optional.empty() : Optional.of(new Grid(one.p(), one.q())), kind, SolveVariant.of(one));
    }

    private static CaseChoice withGrid(CaseChoice choice, PlanChoice found, Cluster cluster) {
        CaseChoice chosen = choice.withGrid(found.best().reportedP(), found.best().reportedQ(), found.best().nb());
        boolean all = found.best().map().ranks().size() == cluster.size();
        return all ? chosen : chosen.withNotes(List.of("plan: " + found.notes().get(PlanChoice.LEFT_OUT)));
    }

    private Outcome planned(CaseChoice choice, Cluster cluster) {
        Map<PlanRequest, PlanOutcome> plans = new HashMap<>();
        SequencedSet<String> notes = new LinkedHashSet<>(List.of("ranks: " + cluster.origin()));
        List<MapSpec> maps = new ArrayList<>();
        for (HplCase one : choice.cases()) {
            if (!worth(one)) {
                maps.add(one.map());
                continue;
            }
            PlanRequest request = new PlanRequest(OptionalInt.of(one.n()), List.of(one.nb()), Optional.of(new Grid(one.p(), one.q())),
                    kind, SolveVariant.of(one));
            switch (plans.computeIfAbsent(request, r -> plan(cluster, r))) {
                case PlanChoice found -> {
                    maps.add(isNetlibs(found.best(), one) ? one.map() : found.best().map());
                    notes.add(said(one, found));
                }
                case PlanOutcome.NoPlan none -> {
                    return new NoRoom(none.why());
                }
            }
        }
        return new Laid(choice.withMaps(maps).withNotes(notes), Optional.of(cluster));
    }

    private static String said(HplCase one, PlanChoice found) {
        return "plan for N=" + one.n() + " NB=" + one.nb() + " P=" + one.p() + " Q=" + one.q() + ": " + found.best().kind()
                + String.format(Locale.ROOT, ", %.4g GFLOPS predicted", found.best().gflops())
                + found.notes().stream().findFirst().map(why -> "; " + why).orElse("");
    }

    /** Returns whether the plan is netlib's own map, which needs no list of owners block by block. */
    private static boolean isNetlibs(Plan plan, HplCase one) {
        List<List<Integer>> owners = plan.map().owners();
        return owners.size() == one.p() && owners.getFirst().size() == one.q()
                && IntStream.range(0, one.ranks()).allMatch(i -> owners.get(i / one.q()).get(i % one.q()) == i)
                && cyclic(plan.map().rho(), one.p()) && cyclic(plan.map().kappa(), one.q());
    }

    private static boolean cyclic(List<Integer> sequence, int parts) {
        return IntStream.range(0, sequence.size()).allMatch(k -> sequence.get(k) == k % parts);
    }

    private PlanOutcome plan(Cluster cluster, PlanRequest request) {
        Cluster capped = caps.apply(cluster);
        PlanOutcome fastest = Planner.find(capped, request);
        if (fastest instanceof PlanChoice free && !devices.holds(free.best())
                && Planner.find(devices.on(capped), request) instanceof PlanChoice held
                && held.best().seconds() < (devices.isPriced(capped) ? 1 : STREAMING_COST) * free.best().seconds()) {
            return held;
        }
        return fastest;
    }
}
