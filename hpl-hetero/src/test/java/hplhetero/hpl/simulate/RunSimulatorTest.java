package hplhetero.hpl.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import hplhetero.hpl.Cases;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.Recording;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.network.FabricCluster;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Slow
class RunSimulatorTest {
    private static final double GFLOPS = 10;
    private static final PairCost LINK = Clusters.OTHER_HOST;
    private static final int THRESHOLD = 64;

    private static SolveVariant variant(int depth, BroadcastAlgorithm broadcast, SwapAlgorithm swap) {
        return new SolveVariant(depth, broadcast, swap, THRESHOLD);
    }

    private static List<List<Integer>> grid(int p, int q) {
        return IntStream.range(0, p).mapToObj(r -> IntStream.range(0, q).mapToObj(c -> r * q + c).toList()).toList();
    }

    private static SimulatedRun run(Cluster cluster, SolveVariant variant, int n, int nb, List<List<Integer>> grid) {
        return new RunSimulator(cluster, variant).run(n, nb, Clusters.cyclic(n, nb, grid));
    }

    private static double factorSeconds(SimulatedRun run) {
        return run.seconds() - run.solveSeconds();
    }

    @ParameterizedTest
    @Daily(4)
    @CsvSource({"0", "1", "2"})
    void shouldSumUpOneRankByHand(int depth) {
        UpdateCost update = UpdateCost.constant(GFLOPS);
        PanelCost panel = PanelCost.constant(GFLOPS / 3);
        // N = 12: panels of 4 over 12, 8, 4 rows; updates of 8 x 9, 4 x 5 and 0 x 1
        double expected = panel.seconds(12, 4) + panel.seconds(8, 4) + panel.seconds(4, 4) + update.seconds(8, 9, 4)
                + update.seconds(4, 5, 4) + update.seconds(0, 1, 4);
        SimulatedRun run = run(Clusters.equal(1, GFLOPS).make(), Clusters.variant(depth), 12, 4, grid(1, 1));
        assertThat(factorSeconds(run)).isCloseTo(expected, within(1e-12));
        assertThat(run.messages()).isZero();
        assertThat(run.ranks().getFirst().update()).isCloseTo(update.seconds(8, 9, 4) + update.seconds(4, 5, 4) + update.seconds(0, 1, 4),
                within(1e-12));
    }

    /** Rank 0 factors the only panel and sends it to rank 1, which has b. */
    @Test
    void shouldFollowTwoRanksOfARowByHand() {
        int n = 8;
        SimulatedRun run = run(Clusters.equal(2, GFLOPS).make(), Clusters.variant(0), n, n, grid(1, 2));
        BlockMap map = BlockMap.of(n, n, Clusters.cyclic(n, n, grid(1, 2)));
        double factored = PanelCost.constant(GFLOPS / 3).seconds(n, n);
        double arrived = factored + LINK.seconds(Panel.messageBytes(map.rows(new boolean[] {true}), 0, n, n));
        assertThat(factorSeconds(run)).isCloseTo(arrived + UpdateCost.constant(GFLOPS).seconds(0, 1, n), within(1e-12));
        assertThat(run.ranks().get(1).panels()).isCloseTo(arrived, within(1e-12));
        assertThat(run.ranks().get(0).panel()).isCloseTo(factored, within(1e-12));
        assertThat(run.messages()).isEqualTo(1);
    }

    /** Rank 0 has the only panel, but both look for pivots; then one column is swapped, b. */
    @Test
    void shouldFollowTwoRanksOfAColumnByHand() {
        int n = 4;
        SimulatedRun run = run(Clusters.equal(2, GFLOPS).make(), variant(0, BroadcastAlgorithm.RING, SwapAlgorithm.BINARY_EXCHANGE), n, n,
                grid(2, 1));
        double factored = PanelCost.constant(GFLOPS / 3).seconds(n, n);
        // four times rank 0 computes, then sends candidate and current row; rank 1 sends its candidate; each waits for the other's message
        double one = LINK.seconds(16 + 8 * n);
        double both = LINK.seconds(16 + 2 * 8 * n);
        double[] at = new double[2];
        for (int column = 0; column < n; column++) {
            double sent = at[0] + factored / n;
            at[0] = Math.max(sent, at[1] + one);
            at[1] = sent + both;
        }
        assertThat(run.ranks().get(0).pivots() + run.ranks().get(0).panel()).isCloseTo(at[0], within(1e-12));
        assertThat(run.ranks().get(1).pivots() + run.ranks().get(1).panel()).isCloseTo(at[1], within(1e-12));
        // rank 0 sends half of the rows of U and all that leave, rank 1 sends its half
        double rows = Math.max(Math.max(at[1], at[0] + LINK.seconds(8 * (n / 2) + 8 * n)), at[1] + LINK.seconds(8 * (n / 2)));
        assertThat(factorSeconds(run)).isCloseTo(rows + UpdateCost.constant(GFLOPS).seconds(0, 1, n), within(1e-12));
        assertThat(run.messages()).isEqualTo(2 * n + 2);
    }

    /** Devices trade pivots in a column, and factor alone in a row. */
    @Test
    void shouldCountPanelsOfDevicesByTheRanksOfTheirColumn() {
        PanelCost alone = PanelCost.constant(2 * GFLOPS);
        PanelCost trading = new PanelCost(1e-6, 0, alone.perMultiply());
        Cluster byHost = Clusters.equal(2, GFLOPS).make();
        Cluster devices = byHost.with(rank -> rank.costing(rank.update(), rank.panel(),
                Optional.of(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.of(alone), Optional.of(trading)))));
        for (List<List<Integer>> grid : List.of(grid(1, 2), grid(2, 1))) {
            PanelCost counted = grid.size() == 1 ? alone : trading;
            Cluster expected = byHost.with(rank -> rank.costing(rank.update(), counted, Optional.empty()));
            double seconds = run(devices, Clusters.variant(1), 96, 8, grid).seconds();
            assertThat(seconds).isEqualTo(run(expected, Clusters.variant(1), 96, 8, grid).seconds())
                    .isNotEqualTo(run(byHost, Clusters.variant(1), 96, 8, grid).seconds());
        }
    }

    /** Some of the ranks, several cells for some of them, sequences of any kind. */
    private static MapSpec.Explicit random(Random random, int ranks, int n, int nb) {
        int p = 1 + random.nextInt(3);
        int q = 1 + random.nextInt(4);
        List<List<Integer>> owners = IntStream.range(0, p).mapToObj(r -> random.ints(q, 0, ranks).boxed().toList()).toList();
        return new MapSpec.Explicit(owners, random.ints((n + nb - 1) / nb, 0, p).boxed().toList(),
                random.ints((n + nb) / nb, 0, q).boxed().toList());
    }

    @Test
    void shouldFinishRunsOfAllKindsAndTellWhereTheirTimeWent() {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int ranks = 1 + random.nextInt(7);
            int nb = 1 + random.nextInt(24);
            int n = 1 + random.nextInt(12 * nb);
            Clusters clusters = Clusters.of(random.doubles(ranks, 1, 20).toArray()).workers(1 + random.nextInt(2)).teams();
            if (random.nextBoolean()) {
                clusters.sites(random.ints(ranks, 0, 2).boxed().toArray(Integer[]::new));
            }
            SolveVariant variant = variant(random.nextInt(4), BroadcastAlgorithm.values()[random.nextInt(6)],
                    SwapAlgorithm.values()[random.nextInt(3)]);
            MapSpec.Explicit map = random(random, ranks, n, nb);
            RunSimulator simulator = new RunSimulator(clusters.make(), variant);
            SimulatedRun run = simulator.run(n, nb, map);
            String which = "seed=" + seed + " round=" + round + " n=" + n + " nb=" + nb + " " + variant + " " + map;
            assertThat(run.seconds()).as(which).isPositive().isFinite();
            for (RankTime time : run.ranks()) {
                assertThat(time.update() + time.panel() + time.pivots() + time.rows() + time.panels() + time.after()).as(which + time)
                        .isCloseTo(factorSeconds(run), within(1e-9));
                assertThat(List.of(time.update(), time.panel(), time.pivots(), time.rows(), time.panels(), time.after())).as(which)
                        .allMatch(each -> each > -1e-9);
            }
            SimulatedRun again = simulator.run(n, nb, map, Set.of(0, 1), done -> { });
            assertThat(again.seconds()).as(which).isEqualTo(run.seconds());
            assertThat(again.bytes()).as(which).isEqualTo(run.bytes());
            assertThat(again.ranks()).as(which).isEqualTo(run.ranks());
        }
    }

    /** Counts the bytes that each rank sends within rows and columns. */
    private static final class SentInRowsAndColumns extends ForwardingCommunicator {
        private static final int ROW_OR_COLUMN = 2;

        private final int rank;
        private final int splits;
        private final AtomicLongArray sent;

        SentInRowsAndColumns(Communicator inner, int rank, int splits, AtomicLongArray sent) {
            super(inner);
            this.rank = rank;
            this.splits = splits;
            this.sent = sent;
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            sent.addAndGet(rank, splits == ROW_OR_COLUMN ? buffer.byteSize() : 0);
            return super.isend(buffer, destination, tag);
        }

        @Override
        public Communicator split(int color, int key) {
            Communicator part = super.split(color, key);
            return part == null ? null : new SentInRowsAndColumns(part, rank, splits + 1, sent);
        }
    }

    /** Bytes that each rank sends in rows and columns while it factors, of a real run when the process is warm. */
    private static long[] sent(Cases cases, int ranks) {
        AtomicLongArray sent = new AtomicLongArray(ranks);
        long[] before = new long[ranks];
        World.run(ranks, world -> {
            SentInRowsAndColumns counted = new SentInRowsAndColumns(world, world.rank(), 0, sent);
            try (HplSolver solver = World.solver(counted, World.kernels("reference"), 1, SolveListener.NONE)) {
                // what ranks record travels after the run
                solver.record(Recording.SUMS);
                solver.solve(cases.threshold(0).make());
                before[world.rank()] = sent.get(world.rank());
                solver.solve(cases.threshold(0).make());
            }
        });
        return IntStream.range(0, ranks).mapToLong(rank -> sent.get(rank) - before[rank]).toArray();
    }

    /** The same, over the hosts' links to the switch. */
    private static long[] simulated(SimulatedRun run) {
        return IntStream.range(0, run.ranks().size()).mapToLong(rank -> {
            String host = run.fabric().nodeName(rank);
            return IntStream.range(0, run.fabric().links()).filter(link -> run.fabric().link(link).from().equals(host))
                    .mapToLong(link -> Math.round(run.bytes()[link])).sum();
        }).toArray();
    }

    @ParameterizedTest
    @Daily(4)
    @EnumSource
    void shouldSendTheBytesOfARealRunAlongRows(BroadcastAlgorithm broadcast) {
        int n = 330;
        int nb = 24;
        SimulatedRun run = run(Clusters.equal(4, GFLOPS).make(), variant(1, broadcast, SwapAlgorithm.MIX), n, nb, grid(1, 4));
        assertThat(simulated(run)).isEqualTo(sent(Cases.of(n, nb).grid(1, 4).depth(1).broadcast(broadcast), 4));
    }

    @ParameterizedTest
    @Daily(4)
    @CsvSource({"BINARY_EXCHANGE", "SPREAD_ROLL", "MIX"})
    void shouldSendAboutTheBytesOfARealRunAlongColumns(SwapAlgorithm swap) {
        int n = 900;
        int nb = 24;
        SimulatedRun run = run(Clusters.equal(3, GFLOPS).make(), variant(1, BroadcastAlgorithm.RING, swap), n, nb, grid(3, 1));
        // evening out moves some more rows, which the mean over pivots leaves out
        Cases real = Cases.of(n, nb).grid(3, 1).depth(1).swap(swap, THRESHOLD).equilibrate(false);
        long expected = Arrays.stream(sent(real, 3)).sum();
        assertThat((double) Arrays.stream(simulated(run)).sum()).isBetween(0.97 * expected, 1.03 * expected);
    }

    private static Cluster on(Placement placement, double latency, double secondsPerByte, double gflops) {
        NetworkCost cost = new NetworkCost(LinkCost.hockney(latency, secondsPerByte),
                LinkCost.hockney(1e-6, 1e-10), 0);
        return FabricCluster.alike(placement, cost, gflops, "test");
    }

    private static Placement oneSwitch(int ranks) {
        return Placement.full(FlatSwitch.of(ranks));
    }

    /** Hosts on one switch, whose links hide little or most of what is sent. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"4, 4, 1, RING_M, MIX, 10", "4, 4, 1, LONG, SPREAD_ROLL, 10", "2, 8, 0, TWO_RING, MIX, 10", "8, 2, 1, RING, MIX, 10",
            "4, 4, 2, RING_M, BINARY_EXCHANGE, 10", "3, 5, 2, RING_M, MIX, 10"})
    void shouldTakeWhatTheReplaySaysOfRunsOnOneSwitch(int p, int q, int depth, BroadcastAlgorithm broadcast, SwapAlgorithm swap,
            double gflops) {
        int n = 6000;
        int nb = 128;
        Cluster cluster = on(oneSwitch(p * q), 5e-6, 1e-9, gflops);
        SolveVariant variant = variant(depth, broadcast, swap);
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(p, q));
        double simulated = new RunSimulator(cluster, variant).run(n, nb, map).seconds();
        assertThat(TimeModel.price(cluster, n, nb, map, variant).seconds()).isBetween(0.95 * simulated, 1.05 * simulated);
    }

    /** Two hosts a millisecond apart: all segments of a panel pay the latency once, in the replay and in virtual time. */
    @Test
    void shouldPayTheLatencyOfAPanelOnce() {
        int n = 8000;
        int nb = 256;
        Cluster cluster = on(oneSwitch(2), 1e-3, 1e-9, 50);
        SolveVariant variant = variant(0, BroadcastAlgorithm.RING, SwapAlgorithm.MIX);
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(1, 2));
        SimulatedRun run = new RunSimulator(cluster, variant).run(n, nb, map);
        // several segments a panel, whose latencies would add 0.4 s if each paid one
        assertThat(run.messages()).isEqualTo(448);
        assertThat(run.seconds()).isCloseTo(TimeModel.price(cluster, n, nb, map, variant).seconds(), within(0.01));
    }

    private static Placement of256(String network) {
        return switch (network) {
            case "switch" -> oneSwitch(256);
            case "tree" -> Placement.of(PaperPlacements.ricc(), IntStream.range(0, 256).toArray());
            default -> Placement.full(Torus.torus(8, 8, 4));
        };
    }

    /** Ranks as fast as ever where messages take an eighth to a third of the run. */
    @ParameterizedTest
    @Daily(4)
    @CsvSource({"switch, 16, 16", "tree, 8, 32", "torus, 8, 32"})
    void shouldTakeWhatTheReplaySaysOf256Ranks(String network, int p, int q) {
        int n = 40_000;
        int nb = 256;
        Cluster cluster = on(of256(network), 5e-6, 1e-9, 50);
        SolveVariant variant = variant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX);
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(p, q));
        double simulated = new RunSimulator(cluster, variant).run(n, nb, map).seconds();
        assertThat(TimeModel.price(cluster, n, nb, map, variant).seconds()).isBetween(0.95 * simulated, 1.05 * simulated);
    }

    @Test
    void shouldTellFromWindowsWhatAllStepsTake() {
        int n = 12800;
        int nb = 64;
        Cluster cluster = Clusters.equal(6, GFLOPS).make();
        RunSimulator simulator = new RunSimulator(cluster, variant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX));
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(2, 3));
        SimulatedRun all = simulator.run(n, nb, map);
        SimulatedRun some = simulator.run(n, nb, map, new Windows(4, 3, 6));
        assertThat(some.seconds()).isBetween(0.97 * all.seconds(), 1.03 * all.seconds());
        assertThat(some.messages()).isLessThan(all.messages() / 4);
        for (int link = 0; link < all.bytes().length; link++) {
            assertThat(some.bytes()[link]).isBetween(0.9 * all.bytes()[link], 1.1 * all.bytes()[link]);
        }
    }

    @Test
    void shouldKeepWhatRanksDidInTheStepsAskedFor() {
        int n = 1000;
        int nb = 50;
        List<Integer> heard = new ArrayList<>();
        SimulatedRun run = new RunSimulator(Clusters.equal(4, GFLOPS).make(), Clusters.variant(1))
                .run(n, nb, Clusters.cyclic(n, nb, grid(2, 2)), Set.of(3, 7), heard::add);
        assertThat(heard).isEqualTo(IntStream.rangeClosed(1, n / nb).boxed().toList());
        assertThat(run.spans()).extracting(Span::step).containsOnly(3, 7);
        assertThat(run.spans()).extracting(Span::rank).contains(0, 1, 2, 3);
        assertThat(run.spans()).extracting(Span::activity).contains(Activity.UPDATE, Activity.WAITING_FOR_PIVOTS);
        for (Span a : run.spans()) {
            assertThat(a.end()).isGreaterThan(a.begin());
            assertThat(run.spans()).filteredOn(b -> b != a && b.rank() == a.rank())
                    .allMatch(b -> b.end() <= a.begin() || b.begin() >= a.end());
        }
        assertThat(run.spans()).filteredOn(span -> span.activity() == Activity.WAITING_FOR_PANEL).isNotEmpty()
                .allMatch(span -> span.link() >= 0 && span.link() < run.fabric().links());
    }

    /** On a tapered tree columns whose ranks sit far apart wait for the links that they share. */
    @Test
    void shouldTakeLongerWhereLinksAreShared() {
        Placement near = PaperPlacements.ricc(2, 64);
        Placement far = PaperPlacements.ricc(0, 64);
        assertThat(seconds(far)).isGreaterThan(1.2 * seconds(near));
    }

    private static double seconds(Placement placement) {
        int n = 6000;
        return new RunSimulator(on(placement, 2e-6, 1e-9, 5 * GFLOPS), Clusters.variant(1)).run(n, 100, Clusters.cyclic(n, 100, grid(8, 8)))
                .seconds();
    }

    @Test
    void shouldRefuseWindowsWithoutSteps() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Windows(0, 1, 1)).withMessageContaining("count=0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Windows(1, 1, 0)).withMessageContaining("steps=0");
    }
}
