package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.model.Price;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All algorithms in virtual time. */
class SimulatedAlgorithmsTest {
    private static final long SEED = 20261129;
    private static final int MOST_RANKS = 17;
    private static final double EXACT = 1e-9;
    private static final NetworkCost COST = new NetworkCost(new LinkCost(5e-6, 1e-9, 5e-7, 7e-7, 1e-7), LinkCost.hockney(1e-6, 2e-10), 0.3);
    /** Nothing but bytes and latency, and no loss. */
    private static final NetworkCost IDEAL = new NetworkCost(LinkCost.hockney(5e-6, 1e-9), LinkCost.hockney(1e-6, 2e-10), 0);

    private static Stream<Algorithm> algorithms() {
        return Arrays.stream(Collective.values()).flatMap(collective -> Algorithms.of(collective).stream());
    }

    /** One rank a node on a switch, several a node, and nodes at random of a torus and of a fat tree with thin uplinks. */
    private static List<Placement> placements(int ranks) {
        Random random = new Random(SEED + ranks);
        FatTree tree = FatTree.of(List.of(new FatTree.Level(4, 1, 1, 1), new FatTree.Level(5, 1, 2, 0.7)));
        return List.of(Placement.full(FlatSwitch.of(ranks)),
                Placement.of(FlatSwitch.of(4), IntStream.range(0, ranks).map(rank -> rank / 5).toArray()),
                Placement.of(Torus.torus(3, 3, 2), random.ints(ranks, 0, 18).toArray()),
                Placement.of(tree, random.ints(ranks, 0, 20).toArray()));
    }

    /** What nobody can be faster than, and that bytes go where a price counts them. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldEndNoSoonerThanLinksAndRanksAllow(Algorithm algorithm) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            for (Placement placement : placements(ranks)) {
                Simulator simulator = new Simulator(placement, COST);
                for (long bytes : new long[] {0, 1, 100_003}) {
                    if (!algorithm.takes(ranks)) {
                        continue;
                    }
                    String what = algorithm.collective().label() + " " + algorithm.label() + ", " + placement + ", " + bytes;
                    Traffic traffic = algorithm.traffic(ranks, bytes, ranks / 2);
                    Simulation simulation = simulator.run(traffic);
                    Counts counts = new Counts(placement, traffic);
                    assertThat(simulation.messages()).as(what).isEqualTo(counts.messages);
                    double busiest = 0;
                    for (int link = 0; link < counts.bytes.length; link++) {
                        assertThat(simulation.bytes(link)).as(what).isEqualTo(counts.bytes[link]);
                        busiest = Math.max(busiest, simulation.load(link));
                    }
                    assertThat(simulation.seconds() * (1 + EXACT)).as(what).isGreaterThanOrEqualTo(busiest * 1e-9);
                    for (int rank = 0; rank < ranks; rank++) {
                        assertThat(simulation.seconds(rank) * (1 + EXACT)).as(what).isGreaterThanOrEqualTo(counts.atLeast[rank]);
                    }
                    assertThat(simulation.busiestLink().stream().mapToDouble(simulation::load).max().orElse(0)).as(what).isEqualTo(busiest);
                }
            }
        }
    }

    /** Counted without a simulator. */
    private static final class Counts {
        private final long[] bytes;
        /** The sum over the stages of each rank: what its longest send takes until the rank may go on. */
        private final double[] atLeast;
        private long messages;

        Counts(Placement placement, Traffic traffic) {
            Fabric fabric = placement.fabric();
            bytes = new long[fabric.links()];
            atLeast = new double[placement.ranks()];
            int[] route = new int[fabric.longestRoute()];
            for (int stage = 0; stage < traffic.stages(); stage++) {
                double[] longest = new double[placement.ranks()];
                traffic.messages(stage, (from, to, size) -> {
                    messages++;
                    int hops = placement.route(from, to, route);
                    double slowest = 1;
                    for (int i = 0; i < hops; i++) {
                        bytes[route[i]] += size;
                        slowest = Math.min(slowest, fabric.bandwidth(route[i]));
                    }
                    LinkCost cost = hops == 0 ? COST.sameHost() : COST.network();
                    double alone = cost.sendOverhead() + (size > COST.eagerBytes() ? size / slowest * cost.secondsPerByte() : 0);
                    longest[from] = Math.max(longest[from], alone);
                });
                Arrays.setAll(atLeast, rank -> atLeast[rank] + longest[rank]);
            }
        }
    }

    /** Of a stage alone, what links take is the price's, or more: shares may leave some of it unused. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 16})
    void shouldTakeAtLeastTheMostLoadedLinkOfAStage(int ranks) {
        for (Placement placement : placements(ranks)) {
            Traffic traffic = Algorithms.of(Collective.ALLTOALL, "simple-spread").traffic(ranks, 50_000, 0);
            double links = Price.of(placement, IDEAL, List.of(PlacedTraffic.of(traffic))).transferSeconds();
            assertThat(new Simulator(placement, IDEAL).run(traffic).seconds() * (1 + EXACT)).as("%s", placement)
                    .isBetween(links, 1.5 * links + 1e-4);
        }
    }

    /** Where all ranks do the same at the same time and nobody is ahead. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16, 64})
    void shouldTakeWhatIsPricedWhereStagesAreInStep(int ranks) {
        Placement placement = Placement.full(FlatSwitch.of(ranks));
        Pricer pricer = new Pricer(placement);
        Simulator simulator = new Simulator(placement, COST);
        List<Algorithm> inStep = new ArrayList<>(Algorithms.of(Collective.ALLTOALL));
        inStep.removeIf(algorithm -> algorithm.label().equals("simple-spread")
                || algorithm.label().startsWith("pairwise") && Integer.bitCount(ranks) != 1);
        inStep.addAll(Algorithms.of(Collective.BARRIER));
        inStep.add(Algorithms.of(Collective.ALLGATHER, "ring"));
        inStep.add(Algorithms.of(Collective.ALLREDUCE, "ring"));
        for (Algorithm algorithm : inStep) {
            for (long bytes : new long[] {8L * ranks, 8000L * ranks}) {
                Traffic traffic = algorithm.traffic(ranks, bytes, 0);
                double price = pricer.price(COST, traffic).seconds();
                Simulation simulation = simulator.run(traffic);
                assertThat(simulation.seconds()).as("%s, %s bytes", algorithm.label(), bytes).isCloseTo(price, within(EXACT * price));
                assertThat(simulation.meanSeconds()).as("%s, %s bytes", algorithm.label(), bytes).isCloseTo(price, within(EXACT * price));
            }
        }
    }

    /** The same bits, whatever ran before, and in a simulator of its own. */
    @ParameterizedTest
    @EnumSource(Collective.class)
    void shouldGiveTheSameBitsAgain(Collective collective) {
        Placement placement = placements(13).get(2);
        Simulator used = new Simulator(placement, COST);
        List<double[]> backwards = new ArrayList<>();
        List<double[]> fresh = new ArrayList<>();
        List<Algorithm> takers = Algorithms.of(collective).stream().filter(algorithm -> algorithm.takes(13)).toList();
        for (Algorithm algorithm : takers.reversed()) {
            backwards.addFirst(seconds(used.run(algorithm.traffic(13, 40_000, 3)), 13));
        }
        for (Algorithm algorithm : takers) {
            fresh.add(seconds(new Simulator(placement, COST).run(algorithm.traffic(13, 40_000, 3)), 13));
        }
        assertThat(backwards.toArray(double[][]::new)).isDeepEqualTo(fresh.toArray(double[][]::new));
    }

    private static double[] seconds(Simulation simulation, int ranks) {
        return IntStream.range(0, ranks).mapToDouble(simulation::seconds).toArray();
    }

    /** On one switch it is no matter which node a rank sits on. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldNotCareForTheOrderOfNodesOnASwitch(Algorithm algorithm) {
        int ranks = 14;
        List<Integer> order = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
        Collections.shuffle(order, new Random(SEED));
        int[] nodes = order.stream().mapToInt(Integer::intValue).toArray();
        Placement placement = Placement.full(FlatSwitch.of(ranks));
        Traffic traffic = algorithm.traffic(ranks, 33_333, 5);
        double[] straight = seconds(new Simulator(placement, COST).run(traffic), ranks);
        assertThat(seconds(new Simulator(placement.permuted(nodes), COST).run(traffic), ranks)).containsExactly(straight, within(1e-15));
        Simulation mapped = new Simulator(placement, COST).run(List.of(PlacedTraffic.of(traffic, nodes)));
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(mapped.seconds(nodes[rank])).as("seed %d, rank %d", SEED, rank).isCloseTo(straight[rank], within(1e-15));
        }
    }

    /** HPL's panel broadcasts, of 4 x 4 ranks on two leaves of eight: rows lie on a leaf, columns cross between the two. */
    @Test
    void shouldSlowProcessRowsThatMeetOnALink() {
        Placement placement = Placement.full(FatTree.of(List.of(new FatTree.Level(8, 1, 1, 1), new FatTree.Level(2, 1, 1, 1))));
        Traffic broadcast = Algorithms.of(Collective.BROADCAST, "1ring").traffic(4, 10_000_000, 0);
        List<PlacedTraffic> rows = new ArrayList<>();
        List<PlacedTraffic> columns = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int line = i;
            rows.add(PlacedTraffic.of(broadcast, IntStream.range(0, 4).map(j -> 4 * line + j).toArray()));
            columns.add(PlacedTraffic.of(broadcast, IntStream.range(0, 4).map(j -> 4 * j + line).toArray()));
        }
        Simulator simulator = new Simulator(placement, COST);
        double row = simulator.run(rows.subList(0, 1)).seconds();
        double column = simulator.run(columns.subList(0, 1)).seconds();
        assertThat(simulator.run(rows).seconds()).isCloseTo(row, within(EXACT));
        Simulation all = simulator.run(columns);
        // four share the way between the leaves
        assertThat(all.seconds()).isBetween(3 * column, 4.1 * column);
        assertThat(placement.fabric().link(all.busiestLink().orElseThrow()).to()).isEqualTo("root0");
        // rows and columns at once: each rank in two
        List<PlacedTraffic> both = new ArrayList<>(rows);
        both.addAll(columns);
        assertThat(simulator.run(both).seconds()).isGreaterThan(all.seconds());
        assertThat(simulator.run(both).messages()).isEqualTo(8 * simulator.run(rows.subList(0, 1)).messages());
    }

    /** Rates that are found at intervals are close to those found at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void shouldBeNearlyTheSameWhereRatesAreFoundAtIntervals(int pattern) {
        Placement placement = PaperPlacements.ricc(pattern, 48);
        Traffic traffic = Algorithms.of(Collective.ALLTOALL, "simple-spread").traffic(48, 65_536, 0);
        double exact = new Simulator(placement, COST).run(traffic).seconds();
        double atIntervals = new Simulator(placement, COST, 64).run(traffic).seconds();
        assertThat(atIntervals).isCloseTo(exact, within(2e-3 * exact)).isNotEqualTo(exact);
    }

    /** Hundreds of ranks: a quarter of a million messages one after the other, then all of 256 ranks' at once. */
    @Test
    void shouldSimulateHundredsOfRanks() {
        Placement torus = Placement.full(Torus.torus(8, 8, 8));
        Simulation ring = new Simulator(torus, COST).run(Algorithms.of(Collective.ALLTOALL, "ring").traffic(512, 4096, 0));
        assertThat(ring.messages()).isEqualTo(511 * 512);
        Simulation simple = new Simulator(PaperPlacements.ricc(0, 256), COST)
                .run(Algorithms.of(Collective.ALLTOALL, "simple-spread").traffic(256, 65_536, 0));
        assertThat(simple.messages()).isEqualTo(255 * 256);
        assertThat(simple.seconds()).isGreaterThan(1e-9 * simple.load(simple.busiestLink().orElseThrow()));
    }
}
