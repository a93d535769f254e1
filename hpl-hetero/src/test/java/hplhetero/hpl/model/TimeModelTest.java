package hplhetero.hpl.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeModelTest {
    private static final int NB = 100;

    private static double panel(double gflops, double m) {
        return m * NB * NB / gflops * 3e-9;
    }

    /** Trailing update of m x n with the triangular solve. */
    private static double update(double gflops, double m, double n) {
        return (NB * NB * n + 2 * m * n * NB) / gflops * 1e-9;
    }

    private static Prediction price(Cluster cluster, int n, List<List<Integer>> grid, SolveVariant variant) {
        return TimeModel.price(cluster, n, NB, Clusters.cyclic(n, NB, grid), variant);
    }

    @Test
    void shouldSumUpOneRankByHand() {
        Cluster cluster = Clusters.of(2).make();
        double seconds = 0;
        double solve = 0;
        for (int k = 0; k < 4; k++) {
            double below = 400 - 100.0 * (k + 1);
            seconds += panel(2, below + 100) + update(2, below, below + 1);
            solve += (100 * 100 + below * 100) * 1e-9;
        }
        for (int depth = 0; depth < 3; depth++) {
            Prediction p = price(cluster, 400, List.of(List.of(0)), Clusters.variant(depth));
            assertThat(p.seconds()).as("depth %d", depth).isCloseTo(seconds + solve, within(1e-12));
            assertThat(p.solve()).isCloseTo(solve, within(1e-12));
            assertThat(p.busy().getFirst()).isCloseTo(1, within(1e-9));
        }
    }

    /** A device holds the last 150 columns of 401; an update of the others takes ten times as long. */
    @Test
    void shouldPriceColumnsThatADeviceDoesNotHold() {
        Cluster held = Clusters.of(2).make();
        Cluster streaming = held.with(rank -> rank.costing(rank.update(), rank.panel(), Optional.of(new DeviceCost(8L * 150 * 400,
                Optional.of(rank.update().times(10)), Optional.empty(), Optional.empty()))));
        double more = 0;
        for (int below = 300; below > 150; below -= NB) {
            more += 9 * update(2, below, below + 1 - 150);
        }
        List<List<Integer>> alone = List.of(List.of(0));
        Prediction all = price(held, 400, alone, Clusters.variant(0));
        assertThat(price(streaming, 400, alone, Clusters.variant(0)).seconds() - all.seconds()).isCloseTo(more, within(1e-12));
        assertThat(price(streaming, 400, alone, Clusters.variant(1)).seconds() - all.seconds()).as("with the next panel's columns ahead")
                .isBetween(more, 3 * more);
        Cluster roomy = streaming.with(rank -> rank.holding(8L * 401 * 400));
        assertThat(price(roomy, 400, alone, Clusters.variant(1))).isEqualTo(price(held, 400, alone, Clusters.variant(1)));
    }

    @Test
    void shouldPricePanelsByTheRanksOfTheirColumn() {
        Cluster byHost = Clusters.of(2, 2).make();
        PanelCost fast = PanelCost.constant(20);
        PanelCost trading = new PanelCost(5e-6, 0, fast.perMultiply());
        Cluster older = byHost.with(rank -> rank.costing(rank.update(), rank.panel(),
                Optional.of(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.of(fast), Optional.empty()))));
        Cluster devices = byHost.with(rank -> rank.costing(rank.update(), rank.panel(),
                Optional.of(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.of(fast), Optional.of(trading)))));
        Cluster fastest = byHost.with(rank -> rank.costing(rank.update(), fast, Optional.empty()));
        Cluster fastestInColumns = byHost.with(rank -> rank.costing(rank.update(), trading, Optional.empty()));
        List<List<Integer>> row = List.of(List.of(0, 1));
        List<List<Integer>> column = List.of(List.of(0), List.of(1));
        assertThat(price(devices, 400, row, Clusters.variant(1))).isEqualTo(price(fastest, 400, row, Clusters.variant(1)))
                .isNotEqualTo(price(byHost, 400, row, Clusters.variant(1)));
        assertThat(price(older, 400, column, Clusters.variant(1))).isEqualTo(price(byHost, 400, column, Clusters.variant(1)));
        assertThat(price(devices, 400, column, Clusters.variant(1))).isEqualTo(price(fastestInColumns, 400, column, Clusters.variant(1)))
                .isNotEqualTo(price(byHost, 400, column, Clusters.variant(1)));
    }

    @Test
    void shouldFollowTwoRanksByHand() {
        Cluster cluster = Clusters.of(1, 2).make();
        // panel 0 on rank 0, to rank 1, which updates block column 1, factors it and sends it back; b lies on rank 0
        double message0 = Clusters.OTHER_HOST.seconds(8 * (1 + NB + 200 * NB));
        double message1 = Clusters.OTHER_HOST.seconds(8 * (1 + NB + 100 * NB));
        double lu = panel(1, 200) + message0 + update(2, 100, 100) + panel(2, 100) + message1 + update(1, 0, 1);
        Prediction p = price(cluster, 200, List.of(List.of(0, 1)), Clusters.variant(0));
        assertThat(p.seconds() - p.solve()).isCloseTo(lu, within(1e-12));
        assertThat(p.broadcast()).isCloseTo(message0 + message1, within(1e-12));
        assertThat(p.panel()).isCloseTo(panel(1, 200) + panel(2, 100), within(1e-12));
        assertThat(p.swap()).isZero();
    }

    @Test
    void shouldChargePivotsAndRowSwapsToAColumnOfRanks() {
        Cluster cluster = Clusters.of(1, 1).make();
        Prediction p = price(cluster, 100, List.of(List.of(0), List.of(1)), Clusters.variant(0));
        // one panel on rank 0, one exchange a column; then b alone, of which binary exchange moves the rows
        double pivots = 100 * Clusters.OTHER_HOST.seconds(16 + 8 * NB);
        double swap = Clusters.OTHER_HOST.seconds(8 * NB) + 0.5 * NB * 8 * Clusters.OTHER_HOST.secondsPerByte();
        assertThat(p.panel()).isCloseTo(panel(1, 100) + pivots, within(1e-12));
        assertThat(p.swap()).isCloseTo(swap, within(1e-12));
    }

    @Test
    void shouldHideRowSwapsBehindUpdatesButForTheFirstPart() {
        int n = 6000;
        List<List<Integer>> column = List.of(List.of(0), List.of(1));
        double all = 0;
        for (int left = n - NB; left > 64; left -= NB) {
            all += 2 * Clusters.OTHER_HOST.latency() + NB * 8.0 * left * Clusters.OTHER_HOST.secondsPerByte();
        }
        Prediction one = price(Clusters.of(1, 1).make(), n, column, Clusters.variant(0));
        assertThat(one.swap()).isBetween(0.1 * all, 0.4 * all);
        // the rank's thread sees to all of it, but its three others are at work but for the first part
        Prediction four = price(Clusters.of(1, 1).workers(4).make(), n, column, Clusters.variant(0));
        assertThat(four.swap()).isBetween(all, 1.1 * all);
        assertThat(one.update() - four.update()).isBetween(0.75 * 0.6 * all, 0.75 * 0.95 * all);
    }

    @Test
    void shouldWaitForTheLatestRankOfAColumnWhereRanksVary() {
        int n = 6000;
        List<List<Integer>> column = List.of(List.of(0), List.of(1), List.of(2), List.of(3));
        List<List<Integer>> row = List.of(List.of(0, 1, 2, 3));
        Cluster calm = Clusters.equal(4, 20).make();
        Cluster restless = Clusters.equal(4, 20).variation(0.1).make();
        // 0.1 / 1.6 of a twentieth of a second, and by the root of what an update takes longer or less; times 1.03 in each of the steps
        double most = 0;
        for (int left = n - NB; left > 0; left -= NB) {
            most += 1.03 * 0.1 / 1.6 * Math.sqrt(0.05 * update(20, left / 4.0, left));
        }
        // as slow as the others on the average
        Cluster slow = Clusters.equal(4, 20 / (1 + 0.18 * 0.1)).make();
        double late = price(restless, n, column, Clusters.variant(1)).seconds() - price(slow, n, column, Clusters.variant(1)).seconds();
        // in most steps one of them has a block row more than the others, or one less
        assertThat(late).isBetween(0.5 * most, most);
        double inARow = price(restless, n, row, Clusters.variant(1)).seconds();
        assertThat(inARow).isCloseTo(price(slow, n, row, Clusters.variant(1)).seconds(), within(1e-9));
        assertThat(inARow).isGreaterThan(1.015 * price(calm, n, row, Clusters.variant(1)).seconds());
    }

    @Test
    void shouldChargeARanksOwnThreadForSwapsThatNobodyWaitsFor() {
        int n = 6000;
        List<List<Integer>> column = List.of(List.of(0), List.of(1));
        Cluster free = Clusters.of(1, 1).make();
        Cluster charged = new Cluster(free.ranks(), new Network(Map.of(PairClass.OTHER_HOST, new PairCost(Clusters.OTHER_HOST.latency(),
                Clusters.OTHER_HOST.secondsPerByte(), 1e-8)), free.network().hostOf(), free.network().siteOf()), "test");
        double bytes = 8.0 * n * n / 2;
        double slower = price(charged, n, column, Clusters.variant(0)).seconds() - price(free, n, column, Clusters.variant(0)).seconds();
        assertThat(slower).isBetween(0.85e-8 * bytes, 1e-8 * bytes);
    }

    @Test
    void shouldGiveIdealTimeOfTheSumOfSpeeds() {
        double one = TimeModel.ideal(Clusters.of(3).make(), 5000, NB);
        assertThat(one).isCloseTo(2.0 / 3 * 5000.0 * 5000 * 5000 / 3e9, within(0.03 * one));
        assertThat(TimeModel.ideal(Clusters.of(1, 2, 3).make(), 5000, NB)).isCloseTo(one / 2, within(1e-9));
    }

    @Test
    void shouldHidePanelsBehindUpdatesWhenLookingAhead() {
        Cluster cluster = Clusters.equal(4, 2).make();
        List<List<Integer>> grid = List.of(List.of(0, 1, 2, 3));
        double none = price(cluster, 4000, grid, Clusters.variant(0)).seconds();
        double ahead = price(cluster, 4000, grid, Clusters.variant(1)).seconds();
        assertThat(ahead).isLessThan(0.97 * none);
    }

    @Test
    void shouldLetOtherWorkersUpdateWhileOneFactors() {
        Cluster cluster = Clusters.of(2).workers(4).make();
        Prediction p = price(cluster, 4000, List.of(List.of(0)), Clusters.variant(1));
        Prediction serial = price(cluster, 4000, List.of(List.of(0)), Clusters.variant(0));
        assertThat(p.seconds()).isLessThan(serial.seconds());
        assertThat(p.seconds()).isGreaterThan(p.ideal());
    }

    /** 64 workers, of which one factors a panel at a 192nd of the rate at which all of them update. */
    @Test
    void shouldHidePanelsOfManyWorkersBehindUpdatesByTeams() {
        RankProfile one = new RankProfile(0, "big", 64, UpdateCost.constant(3000), PanelCost.constant(3000.0 / 64 / 3), Long.MAX_VALUE,
                Peak.UNKNOWN, 0);
        RankProfile team = one.costing(one.update(), one.panel().sharedBy(64), one.device());
        int n = 20_000;
        Map<Boolean, Prediction> predictions = new TreeMap<>();
        for (RankProfile rank : List.of(one, team)) {
            Cluster cluster = new Cluster(List.of(rank), Clusters.of(1).make().network(), "test");
            predictions.put(rank == team, price(cluster, n, List.of(List.of(0)), Clusters.variant(1)));
        }
        assertThat(predictions.get(false).seconds()).isGreaterThan(1.2 * predictions.get(false).ideal());
        assertThat(predictions.get(true).seconds()).isLessThan(1.03 * predictions.get(true).ideal());
        // without look-ahead all workers factor each panel
        double serial = price(new Cluster(List.of(team), Clusters.of(1).make().network(), "test"), n, List.of(List.of(0)),
                Clusters.variant(0)).panel();
        double byOne = price(new Cluster(List.of(one), Clusters.of(1).make().network(), "test"), n, List.of(List.of(0)),
                Clusters.variant(0)).panel();
        assertThat(serial).isBetween(byOne / 64, byOne / 32);
    }

    @Test
    void shouldExplainEverySecond() {
        long seed = 7;
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int p = 1 + random.nextInt(3);
            int q = 1 + random.nextInt(4);
            Integer[] sites = random.ints(p * q, 0, 2).boxed().toArray(Integer[]::new);
            Cluster cluster = Clusters.of(random.doubles(p * q, 1, 4).toArray()).sites(sites).workers(1 + random.nextInt(3)).teams().make();
            SolveVariant variant = new SolveVariant(random.nextInt(4), BroadcastAlgorithm.values()[random.nextInt(6)],
                    SwapAlgorithm.values()[random.nextInt(3)], 64);
            int n = 50 + random.nextInt(2000);
            Prediction x = price(cluster, n, random(random, p, q), variant);
            assertThat(x.update() + x.panel() + x.broadcast() + x.swap() + x.solve()).as("seed %d round %d %s", seed, round, variant)
                    .isCloseTo(x.seconds(), within(1e-9 * x.seconds()));
            assertThat(x.seconds()).isGreaterThanOrEqualTo(x.ideal() * 0.999);
            assertThat(x.busy()).allMatch(share -> share >= 0 && share <= 1);
        }
    }

    /** All ranks once, then some cells more, so that ranks own several in a row and in a column. */
    private static List<List<Integer>> random(Random random, int p, int q) {
        List<List<Integer>> grid = new ArrayList<>();
        for (int r = 0; r < p + random.nextInt(2); r++) {
            List<Integer> row = new ArrayList<>();
            for (int c = 0; c < q + 1; c++) {
                row.add(r < p && c < q ? r * q + c : random.nextInt(p * q));
            }
            grid.add(row);
        }
        int width = grid.getFirst().size();
        assertThat(grid).allMatch(row -> row.size() == width);
        return grid;
    }

    @Test
    void shouldSendEachPanelOverTheLinkOfSitesOnceInAnyOrder() {
        Cluster cluster = Clusters.equal(6, 20).sites(0, 0, 0, 1, 1, 1).make();
        double panels = 0;
        for (int k = 0; k < 24; k++) {
            panels += 8 * (1 + NB + (2400.0 - k * NB) * NB);
        }
        List<List<Integer>> orders = new ArrayList<>();
        permute(new ArrayList<>(List.of(0, 1, 2, 3, 4, 5)), 0, orders);
        assertThat(orders).hasSize(720);
        for (List<Integer> order : orders) {
            for (BroadcastAlgorithm broadcast : BroadcastAlgorithm.values()) {
                assertThat(siteBytes(cluster, order, broadcast)).as("%s %s", broadcast, order).isCloseTo(panels, within(1.0));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendRowsOverTheLinkOfSitesThatPartsColumns(SwapAlgorithm swap) {
        Cluster cluster = Clusters.equal(4, 20).sites(0, 0, 1, 1).make();
        int n = 2400;
        MapSpec.Explicit map = Clusters.cyclic(n, NB, List.of(List.of(0, 1), List.of(2, 3)));
        RunReplay replay = new RunReplay(new ModelInputs(cluster, BlockMap.of(n, NB, map)), new SolveVariant(0, BroadcastAlgorithm.RING,
                swap, 0));
        replay.run(0);
        // half of the leaving rows, and half of U each way, whatever is asked for; of each pivot exchange two rows
        assertThat(replay.siteBytes() / (4.0 * n * n)).isCloseTo(1.5 + 4.0 * NB / n, within(0.1));
    }

    @Test
    void shouldPriceSitesThatTakeTurnsHigherThanAdjacentColumns() {
        Cluster cluster = Clusters.equal(6, 20).sites(0, 0, 0, 1, 1, 1).make();
        for (BroadcastAlgorithm broadcast : BroadcastAlgorithm.values()) {
            SolveVariant variant = new SolveVariant(1, broadcast, SwapAlgorithm.MIX, 64);
            double together = price(cluster, 6000, List.of(List.of(0, 1, 2, 3, 4, 5)), variant).seconds();
            assertThat(price(cluster, 6000, List.of(List.of(0, 3, 1, 4, 2, 5)), variant).seconds()).as("%s", broadcast)
                    .isGreaterThan(1.02 * together);
        }
    }

    @Test
    void shouldTellFromSomeOfVeryManyPanelsWhatAllTake() {
        Random random = new Random(5);
        for (int panels : new int[] {1200, 3000}) {
            for (int[] sides : new int[][] {{1, 16}, {4, 4}, {6, 9}}) {
                List<List<Integer>> grid = rowMajor(sides[0], sides[1]);
                Cluster cluster = Clusters.of(random.doubles((long) sides[0] * sides[1], 10, 40).toArray()).make();
                MapSpec.Explicit weighted = new Maps(panels * NB, NB, StepCost.of(cluster, NB), unlimited(cluster.size())).weighted(grid)
                        .orElseThrow();
                for (MapSpec.Explicit map : List.of(Clusters.cyclic(panels * NB, NB, grid), weighted)) {
                    ModelInputs inputs = new ModelInputs(cluster, BlockMap.of(panels * NB, NB, map));
                    Prediction all = new RunReplay(inputs, Clusters.variant(1), true, 1).run(0);
                    Prediction some = new RunReplay(inputs, Clusters.variant(1)).run(0);
                    assertThat(some.seconds() / all.seconds()).as("%d panels, %s", panels, grid).isCloseTo(1, within(0.001));
                    assertThat(some.update() + some.panel() + some.broadcast() + some.swap() + some.solve()).isCloseTo(some.seconds(),
                            within(1e-6));
                }
            }
        }
    }

    private static List<List<Integer>> rowMajor(int p, int q) {
        return IntStream.range(0, p).mapToObj(r -> IntStream.range(r * q, r * q + q).boxed().toList()).toList();
    }

    private static long[] unlimited(int ranks) {
        long[] capacity = new long[ranks];
        Arrays.fill(capacity, Long.MAX_VALUE);
        return capacity;
    }

    private static void permute(List<Integer> order, int from, List<List<Integer>> all) {
        if (from == order.size()) {
            all.add(List.copyOf(order));
        }
        for (int i = from; i < order.size(); i++) {
            Collections.swap(order, from, i);
            permute(order, from + 1, all);
            Collections.swap(order, from, i);
        }
    }

    private static double siteBytes(Cluster cluster, List<Integer> row, BroadcastAlgorithm broadcast) {
        MapSpec.Explicit map = Clusters.cyclic(2400, NB, List.of(row));
        RunReplay replay = new RunReplay(new ModelInputs(cluster, BlockMap.of(2400, NB, map)),
                new SolveVariant(1, broadcast, SwapAlgorithm.MIX, 64));
        replay.run(0);
        return replay.siteBytes();
    }
}
