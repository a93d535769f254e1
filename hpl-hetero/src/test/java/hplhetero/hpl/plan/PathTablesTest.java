package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.model.messages.HplPatterns;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.model.network.FabricCosts;
import hplhetero.hpl.model.network.RowLoads;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.predict.PredictRequest;
import hplhetero.hpl.plan.predict.PredictRequest.WhatIfs;
import hplhetero.hpl.plan.predict.Predictor;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.simulate.RunSimulator;
import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Prices, plans, predictions and runs in virtual time follow the paths by which ranks send: here by one root, or each by its own. */
class PathTablesTest {
    private static final int NODES = 4;
    private static final int RANKS = 2 * NODES;
    private static final FatTree TREE = FatTree.of(2, NODES, NODES, 1).withPaths(NODES);
    /** Network-bound. */
    private static final NetworkCost COST = new NetworkCost(LinkCost.hockney(2e-6, 1e-8), LinkCost.hockney(1e-6, 1e-10), 0);
    private static final Placement APART = Placement.full(TREE);
    /** To destination d path p takes way (d + p) mod 4: here all take way 0. */
    private static final Placement BY_ONE_ROOT = APART.over(PathTable.of(RANKS, (from, to) -> (RANKS - to) % NODES));
    private static final SolveVariant VARIANT = new SolveVariant(1, BroadcastAlgorithm.RING, SwapAlgorithm.SPREAD_ROLL, 64);
    private static final int N = 4000;
    private static final int NB = 64;
    /** All rows cross between the leaves. */
    private static final List<List<Integer>> CROSSING = List.of(List.of(0, 4), List.of(1, 5), List.of(2, 6), List.of(3, 7));
    private static final MapSpec.Explicit MAP = Clusters.cyclic(N, NB, CROSSING);

    private static Cluster cluster(Placement placement) {
        return Clusters.equal(RANKS, 50).on(placement, COST).make();
    }

    private static double rowLoad(Placement placement) {
        int[][] rows = CROSSING.stream().map(row -> row.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
        int[][] columns = {{0, 1, 2, 3}, {4, 5, 6, 7}};
        RowLoads[] loads = FabricCosts.of(cluster(placement)).orElseThrow().loads(rows, columns).panel(BroadcastAlgorithm.RING, new int[4],
                new RunMessages());
        return loads[0].hops()[0] / COST.network().secondsPerByte();
    }

    @Test
    void shouldCountTheRowsThatShareALink() {
        assertThat(rowLoad(APART)).isCloseTo(1, within(1e-9));
        assertThat(rowLoad(BY_ONE_ROOT)).isCloseTo(4, within(1e-9));
    }

    @Test
    void shouldPriceAndSimulateRunsByTheirPaths() {
        double apart = TimeModel.price(cluster(APART), N, NB, MAP, VARIANT).seconds();
        double byOneRoot = TimeModel.price(cluster(BY_ONE_ROOT), N, NB, MAP, VARIANT).seconds();
        assertThat(byOneRoot / apart).isBetween(1.3, 4.0);
        double simulatedApart = new RunSimulator(cluster(APART), VARIANT).run(N, NB, MAP).seconds();
        double simulatedByOneRoot = new RunSimulator(cluster(BY_ONE_ROOT), VARIANT).run(N, NB, MAP).seconds();
        // panels go while others compute and columns swap within their leaves
        assertThat(simulatedByOneRoot / simulatedApart).isBetween(1.1, 4.0);
    }

    private static PlanRequest request(Grid grid) {
        return new PlanRequest(OptionalInt.of(N), List.of(NB), Optional.of(grid), Optional.empty(), VARIANT);
    }

    /** Where messages between leaves go by one root, few may cross: rows are put on leaves. By roots of their own, it matters little. */
    @Test
    void shouldPlanAroundPathsThatManyShare() {
        PlanChoice apart = Planner.plan(cluster(APART), request(new Grid(2, 4)));
        PlanChoice byOneRoot = Planner.plan(cluster(BY_ONE_ROOT), request(new Grid(2, 4)));
        assertThat(seconds(byOneRoot)).isGreaterThan(1.1 * seconds(apart));
        MapSpec.Explicit taken = byOneRoot.best().map();
        assertThat(seconds(byOneRoot)).isCloseTo(TimeModel.price(cluster(BY_ONE_ROOT), N, NB, taken, VARIANT).seconds(), within(1e-9));
        double crossing = TimeModel.price(cluster(BY_ONE_ROOT), N, NB, Clusters.cyclic(N, NB, List.of(List.of(0, 4, 1, 5),
                List.of(2, 6, 3, 7))), VARIANT).seconds();
        assertThat(seconds(byOneRoot)).isLessThan(crossing);
    }

    private static double seconds(PlanChoice choice) {
        return choice.best().prediction().seconds();
    }

    @Test
    void shouldPredictByThem() {
        PredictRequest request = new PredictRequest(request(new Grid(2, 4)), List.of(BroadcastAlgorithm.RING),
                List.of(SwapAlgorithm.SPREAD_ROLL), WhatIfs.LEFT_OUT, List.of());
        assertThat(Predictor.predict(cluster(BY_ONE_ROOT), request).gflops())
                .isLessThan(0.9 * Predictor.predict(cluster(APART), request).gflops());
    }

    /** As the planner does that leaves slow ranks out. */
    @Test
    void shouldKeepThePathsOfTheRanksThatAreKept() {
        Cluster kept = cluster(BY_ONE_ROOT).keeping(List.of(6, 1, 3));
        Placement placement = kept.network().routes().map(Routes::placement).orElseThrow();
        assertThat(placement).isEqualTo(BY_ONE_ROOT.permuted(6, 1, 3));
        int[] before = new int[TREE.longestRoute()];
        int[] after = new int[TREE.longestRoute()];
        assertThat(placement.route(1, 0, after)).isEqualTo(BY_ONE_ROOT.route(1, 6, before));
        assertThat(after).isEqualTo(before);
    }

    /** A table is good for the grid it was chosen for: a plan that puts ranks elsewhere on its grid wants one of its own. */
    @Test
    void shouldNeedAnotherTableForAnotherGrid() {
        FatTree tree = FatTree.of(36, 18, 18, 1).withPaths(18);
        int[] nodes = new Random(3).ints(0, tree.nodes()).distinct().limit(400).toArray();
        Placement placement = Placement.of(tree, nodes);
        List<Traffic> wide = patterns(16, 25);
        List<Traffic> high = patterns(25, 16);
        Placement forWide = placement.over(LidMethod.COLOURING.choose(LidQuestion.of(placement, wide)).table());
        Placement forHigh = placement.over(LidMethod.COLOURING.choose(LidQuestion.of(placement, high)).table());
        assertThat(worst(forWide, wide)).isEqualTo(1);
        assertThat(worst(forHigh, high)).isEqualTo(1);
        assertThat(worst(forWide, high)).isGreaterThanOrEqualTo(2);
        assertThat(worst(forHigh, wide)).isGreaterThanOrEqualTo(2);
    }

    private static List<Traffic> patterns(int p, int q) {
        HplPatterns patterns = HplPatterns.of(p, q, ProcessMapping.ROW_MAJOR);
        return List.of(patterns.rows(BroadcastAlgorithm.RING), patterns.columns(SwapAlgorithm.BINARY_EXCHANGE));
    }

    private static double worst(Placement placement, List<Traffic> traffics) {
        return IntStream.range(0, traffics.size()).mapToDouble(i -> Contention.of(placement, traffics.get(i)).worst()).max().orElseThrow();
    }
}
