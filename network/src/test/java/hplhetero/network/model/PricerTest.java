package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.ListedTraffic;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.Simulator;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Torus;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricerTest {
    /** Nothing but bytes, at a second each. */
    private static final NetworkCost BYTES = new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0);
    private static final NetworkCost ALL = new NetworkCost(new LinkCost(1000, 1, 10, 20, 100), new LinkCost(500, 0.25, 1, 2, 0), 0.5);
    private static final double EXACT = 1e-12;

    private static Price price(Placement placement, NetworkCost cost, Traffic traffic) {
        return new Pricer(placement).price(cost, traffic);
    }

    /** Each stage has one message on each node's link. */
    @Test
    void shouldPriceThreeNodesOnASwitch() {
        Placement three = Placement.full(FlatSwitch.of(3));
        Price ring = price(three, ALL, TestTraffics.ring(3, 7));
        assertThat(ring.stages()).isEqualTo(2);
        assertThat(ring.load(0)).isEqualTo(7);
        // thread and link on one message, latency, two links
        assertThat(ring.seconds(0)).isEqualTo(10 + 20 + 7 + 1000 + 2 * 100);
        assertThat(ring.seconds()).isEqualTo(2 * 1237);
        assertThat(ring.transferSeconds()).isEqualTo(14);
        assertThat(ring.link(0)).isZero();
        assertThat(ring.limit()).contains(new Price.Limit(0, new Link("n0", "switch", 1), 14));
    }

    /** The longest message counts in both ways of finding loads, of a symmetric traffic and of one that is asked message by message. */
    @Test
    void shouldAddTheExtraTimeOfTheLongestMessage() {
        LinkCost network = ALL.network().with(new ExtraTimes(List.of(new ExtraTimes.Point(0, 0), new ExtraTimes.Point(10, 100))));
        NetworkCost cost = new NetworkCost(network, ALL.sameHost(), 0.5);
        Placement three = Placement.full(FlatSwitch.of(3));
        for (Traffic traffic : List.of(TestTraffics.ring(3, 7), TestTraffics.plain(TestTraffics.ring(3, 7)))) {
            assertThat(price(three, cost, traffic).seconds()).isCloseTo(2 * (1237 + 70), within(1e-9));
        }
        // within a node nothing was measured by size
        Placement together = Placement.of(FlatSwitch.of(1), 0, 0, 0);
        Traffic ring = TestTraffics.ring(3, 7);
        assertThat(price(together, cost, ring).seconds()).isEqualTo(price(together, ALL, ring).seconds());
    }

    /** Five segments that pass four ranks in a row: the last rank waits for three latencies, as in virtual time. */
    @Test
    void shouldPayTheLatencyOfSegmentsOnceForEachRankOnTheirWay() {
        Placement four = Placement.full(FlatSwitch.of(4));
        NetworkCost cost = new NetworkCost(new LinkCost(1000, 1, 0, 0, 100), ALL.sameHost(), 0).eagerUpTo(0);
        Segments segments = new Segments(100, 16);
        Traffic ahead = new Delivery.Builder("chain", 4).hop(0, 1, 0, segments).hop(1, 2, 1, segments).hop(2, 3, 2, segments).build()
                .of(500);
        Price price = price(four, cost, ahead);
        assertThat(price.seconds()).isEqualTo(7 * 100 + 3 * 1200).isEqualTo(new Simulator(four, cost).run(ahead).seconds());
        assertThat(price.seconds(2)).isEqualTo(100 + 1200);
        assertThat(price.seconds(3)).isEqualTo(100);
        // a rank that posts the receive of a segment only when it has the one before makes its sender wait
        ListedTraffic.Builder stepwise = new ListedTraffic.Builder("chain", 4);
        for (int stage = 0; stage < ahead.stages(); stage++) {
            ahead.messages(stage, stepwise::message);
            stepwise.endStage();
        }
        Traffic late = stepwise.build();
        assertThat(price(four, cost, late).seconds()).isEqualTo(7 * 1300).isEqualTo(new Simulator(four, cost).run(late).seconds());
    }

    /** Two hosts with two ranks and two adapters each: half of the bytes pass each adapter where each rank has one of its own. */
    @Test
    void shouldSpreadTheBytesOfAHostOverItsRails() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b", "a_2", "b_2"), List.of("s"));
        for (int node = 0; node < 4; node++) {
            builder.cable(node, 4, 1);
        }
        TableFabric fabric = builder.rails(List.of(0, 2)).rails(List.of(1, 3)).shortest().build();
        Traffic spread = TestTraffics.simpleSpread(4, 10);
        assertThat(price(Placement.of(fabric, 0, 0, 1, 1), BYTES, spread).transferSeconds()).isEqualTo(40);
        assertThat(price(Placement.of(fabric, 0, 2, 1, 3), BYTES, spread).transferSeconds()).isEqualTo(20);
    }

    /** All at once: 14 bytes on each link, and of two messages that come to a rank half of the bytes again, times 0.5. */
    @Test
    void shouldLoseWhereSeveralSendToOne() {
        Placement three = Placement.full(FlatSwitch.of(3));
        Price simple = price(three, ALL, TestTraffics.simpleSpread(3, 70));
        double link = 140 + 0.5 * 70;
        double thread = 2 * (10 + 20);
        assertThat(simple.transferSeconds()).isEqualTo(link);
        assertThat(simple.seconds()).isEqualTo(1000 + 200 + link + thread / 2);
        assertThat(price(three, BYTES, TestTraffics.gather(3, 5)).limit()).contains(new Price.Limit(3, new Link("switch", "n0", 1), 10));
        Price gather = price(three, ALL, TestTraffics.gather(3, 5));
        assertThat(gather.transferSeconds()).isEqualTo(10 + 0.5 * 5);
        // the root receives twice, each other sends once: 10 + 2 x 20 of threads
        assertThat(gather.seconds()).isEqualTo(1200 + 50 + 12.5 / 2);
    }

    /**
     * Ranks 0 to 3 in a row. Shift 1: 0-1, 1-2, 2-3 up, 3-0 down over three links: one on each. Shift 2: 0-2, 1-3 up, both over 1-2: 2.
     * Shift 3: 0-3 up; 1-0, 2-1, 3-2 down: 1.
     */
    @Test
    void shouldPriceARowOfFour() {
        Placement row = Placement.full(Torus.mesh(4));
        Price ring = price(row, BYTES, TestTraffics.ring(4, 1));
        assertThat(List.of(ring.load(0), ring.load(1), ring.load(2))).containsExactly(1.0, 2.0, 1.0);
        assertThat(row.fabric().link(ring.link(1))).isEqualTo(new Link("(1)", "(2)", 1));
        assertThat(ring.meanLoad()).isCloseTo(4.0 / 3, within(EXACT));
        // 0, 1 to 2, 3
        assertThat(price(row, BYTES, TestTraffics.simpleSpread(4, 1)).seconds()).isEqualTo(4);
        assertThat(price(row, ALL, TestTraffics.ring(4, 1)).seconds()).isEqualTo(3 * 1030 + 4 + 100 * (3 + 2 + 3));
        // two, then two pieces; a shift of 1, then 2 over the middle
        assertThat(price(row, BYTES, TestTraffics.bruck(4, 1)).seconds()).isEqualTo(2 + 4);
    }

    /** The most messages on a link of RICC, mean over the stages of ring; counted independently. */
    @ParameterizedTest
    @CsvSource({"0, 3.81", "1, 1.94", "2, 1.00", "3, 1.87", "4, 3.24"})
    void shouldLoadRiccAsAnIndependentCountSays(int pattern, String expected) {
        Price ring = price(PaperPlacements.ricc(pattern, 64), BYTES, TestTraffics.ring(64, 1));
        assertThat(String.format(Locale.ROOT, "%.2f", ring.meanLoad())).isEqualTo(expected);
        assertThat(ring.seconds()).isCloseTo(63 * ring.meanLoad(), within(1e-9));
    }

    /** Eight nodes of two leaves: four rank pairs cross at once, over uplinks of 2: destination mod 2 leaves two on each. */
    @Test
    void shouldDivideByTheBandwidthOfALink() {
        FatTree tree = FatTree.of(List.of(new FatTree.Level(4, 1, 1, 1), new FatTree.Level(2, 1, 2, 0.5)));
        Price shift = price(Placement.full(tree), BYTES, TestTraffics.ring(8, 10));
        assertThat(shift.load(3)).isEqualTo(2 * 10 / 0.5);
        assertThat(tree.link(shift.link(3)).from()).isEqualTo("leaf0");
    }

    @Test
    void shouldPassNoLinkWithinANode() {
        Placement two = Placement.of(FlatSwitch.of(2), 0, 0, 1, 1);
        Price within = price(two, ALL, TestTraffics.one(4, 0, 1, 100));
        assertThat(within.link(0)).isEqualTo(StageLoad.NO_LINK);
        assertThat(within.limit()).isEmpty();
        assertThat(within.seconds()).isEqualTo(500 + 3 + 25);
        // shift 1: 0-1 within, 1-2 over links, 2-3 within, 3-0 over links
        Price ring = price(two, ALL, TestTraffics.ring(4, 100));
        assertThat(ring.load(0)).isEqualTo(100);
        assertThat(ring.seconds(0)).isEqualTo(1200 + Math.max(33, 100) + 33 / 2.0);
        // shift 2: all cross, two a node
        assertThat(ring.load(1)).isEqualTo(200);
    }

    /** Two process rows that broadcast at once over one uplink; each alone has it for itself. */
    @Test
    void shouldAddWhatRunsAtTheSameTime() {
        FatTree tree = FatTree.of(2, 2, 1, 1);
        Placement placement = Placement.full(tree);
        Traffic row = TestTraffics.one(2, 0, 1, 8);
        PlacedTraffic first = PlacedTraffic.of(row, 0, 2);
        PlacedTraffic second = PlacedTraffic.of(row, 1, 3);
        assertThat(Price.of(placement, BYTES, List.of(first)).seconds()).isEqualTo(8);
        Price both = Price.of(placement, BYTES, List.of(first, second));
        assertThat(both.seconds()).isEqualTo(16);
        assertThat(both.limit().orElseThrow().link()).isEqualTo(new Link("leaf0", "root0", 1));
        // the shorter one is done after its stages
        Price unlike = Price.of(placement, BYTES, List.of(first, PlacedTraffic.of(TestTraffics.ring(2, 1), 1, 3),
                PlacedTraffic.of(TestTraffics.bruck(4, 1))));
        assertThat(unlike.stages()).isEqualTo(2);
        assertThat(Price.of(placement, BYTES, List.of()).seconds()).isZero();
    }

    /** What is known of a stage saves work and changes nothing. */
    @Test
    void shouldPriceTheSameWithoutSymmetry() {
        long seed = 20261126;
        Random random = new Random(seed);
        List<Placement> placements = List.of(
                Placement.of(Torus.torus(4, 3, 2), random.ints(32, 0, 24).toArray()),
                Placement.of(Torus.mesh(5, 7).withInterfaces(4), random.ints(32, 0, 35).toArray()),
                Placement.of(FatTree.of(List.of(new FatTree.Level(6, 1, 1, 1), new FatTree.Level(6, 2, 1, 3))), random.ints(32, 0, 36)
                        .toArray()),
                Placement.of(FatTree.kary(3, 3).tables().build(), random.ints(27, 0, 27).toArray()),
                Placement.of(FlatSwitch.of(1), new int[16]),
                Placement.of(FlatSwitch.of(3), 2));
        for (Placement placement : placements) {
            Pricer pricer = new Pricer(placement);
            for (long bytes : new long[] {0, 1, 1000}) {
                for (Traffic traffic : TestTraffics.alltoalls(placement.ranks(), bytes)) {
                    same(pricer.price(ALL, traffic), price(placement, ALL, TestTraffics.plain(traffic)),
                            "seed " + seed + ", " + placement + ", " + traffic.name() + ", " + bytes);
                }
            }
        }
    }

    private static void same(Price one, Price other, String what) {
        assertThat(one.stages()).isEqualTo(other.stages());
        for (int stage = 0; stage < one.stages(); stage++) {
            assertThat(one.link(stage)).as(what).isEqualTo(other.link(stage));
            assertThat(one.load(stage)).as(what).isCloseTo(other.load(stage), within(EXACT * other.load(stage)));
            assertThat(one.seconds(stage)).as(what).isCloseTo(other.seconds(stage), within(EXACT * other.seconds(stage)));
        }
        assertThat(one.limit().map(Price.Limit::id)).as(what).isEqualTo(other.limit().map(Price.Limit::id));
    }

    /** Whatever was priced before. */
    @Test
    void shouldGiveTheSameBitsAgain() {
        Placement placement = PaperPlacements.ricc(3, 64);
        Pricer used = new Pricer(placement);
        List<Traffic> traffics = TestTraffics.alltoalls(64, 12345);
        List<Long> backwards = new ArrayList<>();
        for (Traffic traffic : traffics.reversed()) {
            backwards.addFirst(Double.doubleToLongBits(used.price(ALL, traffic).seconds()));
        }
        List<Long> fresh = traffics.stream().map(t -> Double.doubleToLongBits(price(placement, ALL, t).seconds())).toList();
        assertThat(backwards).isEqualTo(fresh);
    }

    /** HPL on 16 x 16, row-major, on consecutive nodes of RICC: of rows that send at once a link carries 2 messages, of columns 4. */
    @Test
    void shouldLoadATaperedTreeWithHplsRowsAndColumns() {
        Placement placement = Placement.of(PaperPlacements.ricc(), IntStream.range(0, 256).toArray());
        List<PlacedTraffic> rows = new ArrayList<>();
        List<PlacedTraffic> columns = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            int line = i;
            rows.add(PlacedTraffic.of(TestTraffics.ring(16, 1), IntStream.range(0, 16).map(j -> 16 * line + j).toArray()));
            columns.add(PlacedTraffic.of(TestTraffics.ring(16, 1), IntStream.range(0, 16).map(j -> 16 * j + line).toArray()));
        }
        // each to the next one of its row, of its column
        assertThat(Price.of(placement, BYTES, rows).load(0)).isEqualTo(2);
        assertThat(Price.of(placement, BYTES, columns).load(0)).isEqualTo(4);
    }

    /** A stage of a traffic without symmetry streams; nothing is kept of it. */
    @Test
    void shouldKeepNothingOfMessages() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Placement placement = Placement.full(Torus.torus(8, 8, 4));
        Pricer pricer = new Pricer(placement);
        Traffic plain = TestTraffics.plain(TestTraffics.ring(256, 8));
        pricer.price(ALL, plain);
        long before = threads.getCurrentThreadAllocatedBytes();
        pricer.price(ALL, plain);
        // 255 stages x 256 messages
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(255 * 256);
    }

    @Test
    void shouldRefuseRanksThatAreNotThere() {
        Placement two = Placement.full(FlatSwitch.of(2));
        assertThatThrownBy(() -> price(two, ALL, TestTraffics.ring(3, 1))).hasMessage("ring: rank=2: the placement has ranks 0..1");
        assertThatThrownBy(() -> PlacedTraffic.of(TestTraffics.ring(2, 1), 0)).hasMessageContaining("ranks=2 placed=1");
        assertThatThrownBy(() -> PlacedTraffic.of(TestTraffics.ring(2, 1), 1, 1)).hasMessageContaining("rank=1: must be >= 0, and each");
        assertThatThrownBy(() -> new NetworkCost(LinkCost.hockney(0, 0), LinkCost.hockney(0, 0), Double.NaN))
                .hasMessageContaining("manyToOne=NaN");
    }
}
