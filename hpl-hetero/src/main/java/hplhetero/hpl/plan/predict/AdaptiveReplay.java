package hplhetero.hpl.plan.predict;

import hplhetero.hpl.adapt.Move;
import hplhetero.hpl.adapt.MoveCost;
import hplhetero.hpl.adapt.MoveRule;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.model.UpdateRates;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.MapMove;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A run in virtual time whose map follows its ranks. After each window of panel steps the {@link MoveRule} hears the rates of the replayed
 * updates, one window late, as ranks of a real run first have to tell each other. Where the rule decides to move columns, the replay stops
 * with no panel ahead, pays for the move, and goes on on the new map. Owner: one thread.
 */
public final class AdaptiveReplay {
    private final Cluster cluster;
    private final TimeModel model;
    private final int n;
    private final int nb;
    private final BlockMap start;
    private final MoveRule rule;
    private final MovePrice price;
    private final List<Slowdown> slowdowns;
    /** Turns the rates of a window into measured ones; null in a run that knows the speeds of its ranks. */
    private final UnaryOperator<double[]> measuring;
    private final int window;
    private final List<MapMove> moves = new ArrayList<>();
    private RunReplay part;
    private UpdateRates rates;
    /** Number of panel steps after which it was asked whether to stop. */
    private int steps;
    /** The window before the present one; empty in the first window. */
    private Optional<Window> told = Optional.empty();
    /** Seconds from the start of the run at which the present window began. */
    private double windowBegan;
    /** The move for which the ranks are about to stop. */
    private Optional<Move> move = Optional.empty();

    /**
     * The result of a run whose map followed its ranks.
     *
     * @param seconds    seconds of the whole run
     * @param adaptation the rates that were seen, and the moves
     */
    public record AdaptedRun(double seconds, Adaptation adaptation) {
    }

    /**
     * What is measured of some panel steps.
     *
     * @param perOperation seconds for an operation of each rank, indexed by rank
     * @param seconds      seconds of the run
     */
    private record Window(double[] perOperation, double seconds) {
    }

    private AdaptiveReplay(Cluster cluster, SolveVariant variant, List<Slowdown> slowdowns, int n, int nb, MapSpec.Explicit map,
            Rebalance rebalance, UnaryOperator<double[]> measuring) {
        this.cluster = cluster;
        this.n = n;
        this.nb = nb;
        this.slowdowns = slowdowns;
        this.measuring = measuring;
        model = new TimeModel(cluster, variant).with(slowdowns);
        start = BlockMap.of(n, nb, map);
        int depth = start.lookAhead(variant.depth());
        double perByte = cluster.network().links().values().stream().mapToDouble(PairCost::secondsPerByte).max().orElse(0);
        rule = new MoveRule(start, cluster.size(), rebalance, depth, new MoveCost(1 / Math.max(perByte, Double.MIN_NORMAL),
                cluster.ranks().stream().mapToInt(RankProfile::workers).min().orElseThrow(), depth));
        price = new MovePrice(cluster);
        window = MoveRule.stepsOfWindow(start.panels());
    }

    /**
     * Replays a run whose map follows its ranks.
     *
     * @param cluster   the ranks, as they are at the start, and the links
     * @param variant   how the run is done
     * @param slowdowns how the ranks' speeds change, indexed by rank; empty where they do not
     * @param n         order of A
     * @param nb        blocking factor
     * @param map       who owns which block at the start; its owners are ranks of the cluster
     * @param rebalance how much memory ranks have for further columns
     * @param measuring turns the seconds for an operation of each rank, indexed by rank, into measured ones, such as by adding noise
     */
    public static AdaptedRun run(Cluster cluster, SolveVariant variant, List<Slowdown> slowdowns, int n, int nb, MapSpec.Explicit map,
            Rebalance rebalance, UnaryOperator<double[]> measuring) {
        return new AdaptiveReplay(cluster, variant, slowdowns, n, nb, map, rebalance, measuring).run();
    }

    /**
     * Replays a run that knows beforehand when its ranks change, and how fast they then are: after each panel step it moves columns if that
     * gains more than it costs. Such a run still pays for its moves, and has no more room than others.
     *
     * @param cluster   the ranks, as they are at the start, and the links
     * @param variant   how the run is done
     * @param slowdowns how the ranks' speeds change, indexed by rank
     * @param n         order of A
     * @param nb        blocking factor
     * @param map       who owns which block at the start; its owners are ranks of the cluster
     * @param rebalance how much memory ranks have for further columns
     */
    public static AdaptedRun knowing(Cluster cluster, SolveVariant variant, List<Slowdown> slowdowns, int n, int nb, MapSpec.Explicit map,
            Rebalance rebalance) {
        return new AdaptiveReplay(cluster, variant, slowdowns, n, nb, map, rebalance, null).run();
    }

    private AdaptedRun run() {
        part = replay();
        int done = part.runUntil(0, 0, this::stops);
        while (done < start.panels()) {
            double took = moved(done, part.seconds());
            windowBegan = part.seconds() + took;
            part = replay();
            done = part.runUntil(done, windowBegan, this::stops);
        }
        return new AdaptedRun(part.solve(), new Adaptation(true, "", rule.rates(), moves,
                moves.isEmpty() ? List.of() : Arrays.stream(rule.map().kappa()).boxed().toList()));
    }

    private RunReplay replay() {
        RunReplay next = model.replayOfParts(n, nb, explicit(rule.map()));
        rates = next.watch();
        return next;
    }

    private static MapSpec.Explicit explicit(BlockMap map) {
        int columns = map.grid().cols();
        List<Integer> owners = Arrays.stream(map.grid().owners()).boxed().toList();
        List<List<Integer>> grid = new ArrayList<>();
        for (int r = 0; r < map.grid().rows(); r++) {
            grid.add(owners.subList(r * columns, (r + 1) * columns));
        }
        return new MapSpec.Explicit(grid, Arrays.stream(map.rho()).boxed().toList(), Arrays.stream(map.kappa()).boxed().toList());
    }

    /** Lets the rule hear the window before the one that ends with panel {@code k}, and returns whether columns are to move. */
    private boolean stops(int k) {
        if (measuring == null) {
            move = rule.known(k, known(k));
            return move.isPresent();
        }
        if (++steps % window != 0) {
            return false;
        }
        Optional<Window> heard = told;
        told = Optional.of(new Window(measuring.apply(rates.take()), part.seconds() - windowBegan));
        windowBegan = part.seconds();
        move = heard.flatMap(its -> rule.hear(k, its.perOperation(), its.seconds()));
        return move.isPresent();
    }

    /** Returns the seconds for an operation of each rank once panel {@code k} is applied, indexed by rank. */
    private double[] known(int k) {
        double columns = (k + 1.0) / start.panels();
        return cluster.ranks().stream().mapToDouble(rank -> rank.update().perElement(nb) / (2 * nb)
                * slowdowns.get(rank.rank()).sinceStart(columns, part.seconds())).toArray();
    }

    /**
     * Moves the columns.
     *
     * @param done    number of panels that have been applied
     * @param seconds seconds from the start of the run at which the ranks have stopped
     * @return seconds that the move takes
     */
    private double moved(int done, double seconds) {
        Move made = move.orElseThrow();
        BlockMap before = rule.map();
        double took = price.seconds(before, made);
        rule.moved(made, took);
        told = Optional.empty();
        moves.add(new MapMove(done, seconds, took, made.columns(), made.bytes(), columns(before, done), columns(rule.map(), done),
                made.why()));
        return took;
    }

    private static List<Integer> columns(BlockMap map, int from) {
        Integer[] count = new Integer[map.grid().cols()];
        Arrays.fill(count, 0);
        Arrays.stream(map.kappa(), from, map.kappa().length).forEach(c -> count[c]++);
        return List.of(count);
    }
}
