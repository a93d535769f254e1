package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.network.model.ExtraTimes;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.ListedTraffic.Message;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a few messages take, worked out by hand. */
class SimulatorTest {
    /** Nothing but bytes, at a second each; every message with bytes goes by rendezvous. */
    private static final NetworkCost BYTES = new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0, 0);
    private static final NetworkCost CROWDED = new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0.5, 0);
    private static final NetworkCost ALL = new NetworkCost(new LinkCost(1000, 1, 10, 20, 100), new LinkCost(500, 0.25, 1, 2, 0), 0.5, 0);
    /** Where sums are exact. */
    private static final double EXACT = 1e-9;

    private static Simulation run(Placement placement, NetworkCost cost, int ranks, Message... messages) {
        return new Simulator(placement, cost).run(ListedTraffic.of(ranks, messages));
    }

    private static Placement nodes(int count) {
        return Placement.full(FlatSwitch.of(count));
    }

    private static void done(Simulation simulation, double... seconds) {
        for (int rank = 0; rank < seconds.length; rank++) {
            assertThat(simulation.seconds(rank)).as("rank %d", rank).isCloseTo(seconds[rank], within(EXACT * seconds[rank]));
        }
    }

    @Test
    void shouldTakeOverheadLatencyLinksBytesAndOverhead() {
        Simulation one = run(nodes(3), ALL, 3, new Message(0, 0, 1, 70));
        // the sender goes on when the last byte has left
        done(one, 10 + 70, 10 + 70 + 1000 + 2 * 100 + 20, 0);
        assertThat(one.seconds()).isEqualTo(1300);
        // ranks of a traffic take part in it, though they do nothing
        assertThat(one.meanSeconds()).isCloseTo((80 + 1300) / 3.0, within(EXACT));
        assertThat(one.messages()).isEqualTo(1);
        assertThat(List.of(one.bytes(0), one.bytes(1), one.bytes(4))).containsExactly(70.0, 0.0, 70.0);
        assertThat(one.busiestLink()).hasValue(0);
    }

    /**
     * Measured at 10, 100 and 1000 bytes: slower than latency and bytes say, then as fast as the bytes alone, then faster than these. A
     * message alone takes what the straight lines between these say, over links and within a node, eager or by rendezvous.
     */
    @Test
    void shouldTakeMeasuredTimesOfAMessageAlone() {
        List<Sample> times = List.of(new Sample(10, 150), new Sample(100, 100), new Sample(1000, 700));
        LinkCost measured = LinkCost.hockney(50, 1).with(ExtraTimes.of(times, 50, 1));
        for (long eager : new long[] {0, 1 << 20}) {
            NetworkCost cost = new NetworkCost(measured, measured, 0.5, eager);
            for (Placement placement : List.of(nodes(2), Placement.of(FlatSwitch.of(1), 0, 0))) {
                for (Sample expected : List.of(new Sample(0, 140), new Sample(10, 150), new Sample(55, 125), new Sample(100, 100),
                        new Sample(550, 400), new Sample(1000, 700), new Sample(1500, 1200))) {
                    long bytes = (long) expected.bytes();
                    assertThat(run(placement, cost, 2, new Message(0, 0, 1, bytes)).seconds(1)).as("%s", expected)
                            .isCloseTo(expected.seconds(), within(EXACT * expected.seconds()));
                    assertThat(new Pricer(placement).price(cost, ListedTraffic.of(2, new Message(0, 0, 1, bytes))).seconds())
                            .as("price of %s", expected).isCloseTo(expected.seconds(), within(EXACT * expected.seconds()));
                }
            }
        }
    }

    /** The extra time is latency: a sender goes on without it, and of messages that follow each other only the last one shows it. */
    @Test
    void shouldCountExtraTimeAsLatency() {
        NetworkCost cost = new NetworkCost(BYTES.network().with(new ExtraTimes(List.of(new ExtraTimes.Point(100, 30)))), BYTES.sameHost(),
                0, 0);
        Traffic two = ListedTraffic.of(2, new Message(0, 0, 1, 100), new Message(1, 0, 1, 100)).ahead();
        done(new Simulator(nodes(2), cost).run(two), 200, 230);
    }

    /** However fast a message was measured to be, its threads take their overheads. */
    @Test
    void shouldTakeNoLessThanOverheads() {
        LinkCost fast = ALL.network().with(new ExtraTimes(List.of(new ExtraTimes.Point(100, -1e6))));
        NetworkCost cost = new NetworkCost(fast, ALL.sameHost(), 0, 0);
        ListedTraffic one = ListedTraffic.of(2, new Message(0, 0, 1, 100));
        done(new Simulator(nodes(2), cost).run(one), 10, 30);
        assertThat(new Pricer(nodes(2)).price(cost, one).seconds()).isEqualTo(30);
    }

    /** Nobody waits for what has no bytes to leave; the second is there at 1220 and waits for the thread. */
    @Test
    void shouldSendWithoutBytes() {
        Simulation empty = run(nodes(2), ALL, 2, new Message(0, 0, 1, 0), new Message(1, 0, 1, 0));
        done(empty, 20, 1210 + 20 + 20);
        assertThat(empty.busiestLink()).isEmpty();
        assertThat(empty.messages()).isEqualTo(2);
    }

    @Test
    void shouldShareALink() {
        done(run(nodes(3), BYTES, 3, new Message(0, 0, 2, 100), new Message(0, 1, 2, 100)), 200, 200, 200);
        // half each, until the shorter one has ended at 200
        done(run(nodes(3), BYTES, 3, new Message(0, 0, 2, 100), new Message(0, 1, 2, 300)), 200, 400, 400);
    }

    /** The second begins at 50, when 50 bytes of the first are there: the two have ended at 150 and 200. Eager senders wait for neither. */
    @Test
    void shouldShareALinkFromWhereASecondMessageComes() {
        Simulation late = run(nodes(4), BYTES.eagerUpTo(100), 4, new Message(0, 3, 1, 50), new Message(0, 0, 2, 100),
                new Message(1, 1, 2, 100));
        done(late, 0, 50, 200, 0);
    }

    /** The second message is ready at 50, but leaves at 100, when its receiver has received the first and is in its stage. */
    @Test
    void shouldHoldLongMessagesUntilTheirReceiverIsInTheStage() {
        Message first = new Message(0, 0, 2, 100);
        done(run(nodes(4), BYTES, 4, new Message(0, 3, 1, 50), first, new Message(1, 1, 2, 100)), 100, 200, 200, 50);
        // a byte less goes eagerly and shares the link from 50 on: half of it until the first has ended at 150, all of it after that
        done(run(nodes(4), BYTES.eagerUpTo(99), 4, new Message(0, 3, 1, 50), first, new Message(1, 1, 2, 99)), 150, 50, 199, 0);
    }

    /** Two messages are held for rank 2, sent in the order of stages 2 and 1; each leaves when rank 2 is in its stage. */
    @Test
    void shouldHoldSeveralMessagesForOneReceiver() {
        Simulation two = run(nodes(5), BYTES, 5, new Message(0, 3, 2, 100), new Message(2, 0, 2, 10), new Message(1, 1, 2, 10),
                new Message(0, 4, 1, 5));
        done(two, 120, 110, 120, 100, 5);
    }

    /** A broadcast posts its receives ahead, so its segments follow each other and pay the latency once for each rank on their way. */
    @Test
    void shouldPayTheLatencyOfSegmentsOnce() {
        NetworkCost slow = new NetworkCost(LinkCost.hockney(1e-3, 1e-9), LinkCost.hockney(0, 0), 0);
        long bytes = 16 << 20;
        Traffic segments = new Delivery.Builder("1ring", 2).hop(0, 1, 0, Segments.OF_PANELS).build().of(bytes);
        assertThat(segments.stages()).isEqualTo(16);
        Simulation pipelined = new Simulator(nodes(2), slow).run(segments);
        done(pipelined, bytes * 1e-9, bytes * 1e-9 + 1e-3);
        // 17.8 ms, where a latency for each segment would make 32.8
        assertThat(pipelined.seconds()).isCloseTo(17.8e-3, within(0.05e-3));
        long mebibyte = 1 << 20;
        Traffic chain = new Delivery.Builder("chain", 3).hop(0, 1, 0, Segments.SHORT).hop(1, 2, 1, Segments.SHORT).build().of(mebibyte);
        assertThat(new Simulator(nodes(3), slow).run(chain).seconds())
                .isCloseTo(mebibyte * 1e-9 + 2e-3 + Segments.SHORT.length(mebibyte) * 1e-9, within(1e-9));
    }

    /**
     * A row of three nodes, two ranks each. Three messages from the first node to the second share a link, a third each; the one of these
     * that goes on to the third node leaves two thirds of the next link to who sends only there.
     */
    @Test
    void shouldShareMaxMinFairly() {
        Placement row = Placement.of(Torus.mesh(3), 0, 0, 0, 1, 1, 1, 2, 2);
        Message through = new Message(0, 0, 6, 300);
        Message first = new Message(0, 1, 3, 300);
        Message second = new Message(0, 2, 4, 300);
        // a hundred are left when the others have ended
        done(run(row, BYTES, 8, through, first, second, new Message(0, 5, 7, 700)), 900, 900, 900, 900, 900, 1000, 900, 1000);
        done(run(row, BYTES, 8, through, first, second, new Message(0, 5, 7, 600)), 900, 900, 900, 900, 900, 900, 900, 900);
    }

    /** An uplink of half a node's bandwidth. */
    @Test
    void shouldKnowBandwidthsOfLinks() {
        FatTree tree = FatTree.of(List.of(new FatTree.Level(2, 1, 1, 1), new FatTree.Level(2, 1, 1, 0.5)));
        done(run(Placement.full(tree), BYTES, 4, new Message(0, 0, 2, 100), new Message(0, 1, 0, 100)), 200, 100, 200, 0);
    }

    /** Three at once: 1 + 0.5 (1 - 1/3) = 4/3 times as long; with two left, 5/4 times. */
    @Test
    void shouldLoseWhereSeveralSendToOne() {
        done(run(nodes(4), CROWDED, 4, new Message(0, 1, 0, 100), new Message(0, 2, 0, 100), new Message(0, 3, 0, 100)),
                400, 400, 400, 400);
        done(run(nodes(4), CROWDED, 4, new Message(0, 1, 0, 50), new Message(0, 2, 0, 100), new Message(0, 3, 0, 100)),
                200 + 50 * 2 * 1.25, 200, 325, 325);
        // two come from other nodes, and one from its own
        Placement together = Placement.of(FlatSwitch.of(3), 0, 0, 1, 2);
        done(run(together, CROWDED, 4, new Message(0, 1, 0, 100), new Message(0, 2, 0, 100), new Message(0, 3, 0, 100)),
                250, 100, 250, 250);
        // to two ranks of one node: its link is shared, no rank is crowded
        done(run(together, CROWDED, 4, new Message(0, 2, 0, 100), new Message(0, 3, 1, 100)), 200, 200, 200, 200);
    }

    @Test
    void shouldPassNoLinkWithinANode() {
        Placement node = Placement.of(FlatSwitch.of(1), 0, 0, 0);
        done(run(node, ALL, 3, new Message(0, 0, 1, 100)), 1 + 25, 1 + 25 + 500 + 2);
        Simulation two = run(node, ALL, 3, new Message(0, 0, 1, 100), new Message(0, 0, 2, 100));
        // from 1 the first at 4 bytes a second, from 2 both at 2, from 50 the second at 4
        done(two, 51, 50 + 500 + 2, 51 + 500 + 2);
        assertThat(two.busiestLink()).isEmpty();
        // into one memory; within a node nothing is lost to a crowd
        done(run(node, BYTES, 3, new Message(0, 1, 0, 100), new Message(0, 2, 0, 100)), 200, 200, 200);
    }

    /** Rank 1 is in an earlier stage until 214; what rank 0 sends eagerly for the next is there at 100. */
    @Test
    void shouldKeepWhatComesEarly() {
        NetworkCost cost = new NetworkCost(new LinkCost(0, 1, 0, 7, 0), LinkCost.hockney(0, 1), 0);
        done(run(nodes(4), cost, 4, new Message(0, 2, 3, 200), new Message(1, 3, 1, 0), new Message(2, 0, 1, 100)),
                0, 200 + 3 * 7, 0, 200 + 7);
        // a fifth of its link each until four are there, at 5
        Simulation four = run(nodes(3), cost, 3, new Message(0, 2, 1, 70), new Message(1, 0, 1, 1), new Message(2, 0, 1, 1),
                new Message(3, 0, 1, 1), new Message(4, 0, 1, 1));
        done(four, 0, 74 + 5 * 7, 0);
    }

    /** The sends' overheads one after the other, then those of what has come, in that order. */
    @Test
    void shouldDoOneThingAfterTheOther() {
        Simulation three = run(nodes(4), ALL, 4, new Message(0, 0, 1, 0), new Message(0, 0, 2, 0), new Message(0, 0, 3, 0));
        done(three, 30, 10 + 1200 + 20, 20 + 1200 + 20, 30 + 1200 + 20);
        // come at 1210 all three, and are received one by one
        done(run(nodes(4), ALL, 4, new Message(0, 1, 0, 0), new Message(0, 2, 0, 0), new Message(0, 3, 0, 0)), 1270, 10, 10, 10);
        // a thread that sends from 0 to 30 receives from 30 on what came at 5
        NetworkCost near = new NetworkCost(new LinkCost(5, 0, 10, 20, 0), LinkCost.hockney(0, 0), 0);
        done(run(nodes(3), near, 3, new Message(0, 0, 1, 0), new Message(0, 1, 0, 0), new Message(0, 1, 2, 0), new Message(0, 1, 2, 0)),
                15 + 20, 30 + 20, 25 + 20 + 20);
    }

    /** Bytes that cost nothing. */
    @Test
    void shouldTakeNoTimeForBytesOfInfiniteBandwidth() {
        NetworkCost latency = new NetworkCost(LinkCost.hockney(5, 0), LinkCost.hockney(1, 0), 0.3);
        Placement placement = Placement.of(FlatSwitch.of(2), 0, 0, 1);
        Simulation free = run(placement, latency, 3, new Message(0, 0, 1, 1000), new Message(1, 1, 2, 1000));
        done(free, 0, 1, 1 + 5);
        assertThat(free.bytes(0)).isEqualTo(1000);
    }

    /** A thread that serves two traffics: 10 for each of its sends. */
    @Test
    void shouldShareAThreadBetweenTraffics() {
        Simulator simulator = new Simulator(nodes(3), ALL);
        ListedTraffic one = ListedTraffic.of(2, new Message(0, 0, 1, 0), new Message(1, 0, 1, 0));
        Simulation both = simulator.run(List.of(PlacedTraffic.of(one, 0, 1), PlacedTraffic.of(one, 0, 2)));
        // at 10 the first one's first stage is over and the thread is at the second's, until 20
        done(both, 40, 1200 + 30 + 20, 1200 + 40 + 20);
        assertThat(both.messages()).isEqualTo(4);
        assertThat(simulator.run(List.of()).seconds()).isZero();
        assertThat(simulator.run(List.of()).meanSeconds()).isZero();
        Simulation alone = simulator.run(List.of(PlacedTraffic.of(one, 2, 1)));
        done(alone, 0, 1210 + 20 + 20, 20);
        assertThat(alone.meanSeconds()).isEqualTo((1250 + 20) / 2.0);
    }

    @Test
    void shouldRefuseTrafficsThatHaveOneEndOnly() {
        Simulator simulator = new Simulator(nodes(3), ALL);
        ListedTraffic ok = ListedTraffic.of(3, new Message(0, 0, 1, 5), new Message(1, 0, 1, 5));
        assertThatThrownBy(() -> simulator.run(deaf(ok, 1, 0))).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("listed: rank=1 does not await a message of stage=0:");
        assertThatThrownBy(() -> simulator.run(deaf(ok, 1, 1))).hasMessageContaining("rank=1 does not await a message of stage=1:");
        assertThatThrownBy(() -> simulator.run(deaf(ok, 0, 1))).hasMessageStartingWith("listed: rank=1 waits for 1 messages of stage=1 "
                + "that nobody sends: a traffic must");
        // and works as before
        done(simulator.run(ok), 1235 + 5, 1235 + 5 + 1200 + 20);
        assertThatThrownBy(() -> new Simulator(nodes(2), ALL).run(ok)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("listed: rank=2: the placement has ranks 0..1");
    }

    /** The same, where a rank says nothing of a stage. */
    private static Traffic deaf(Traffic traffic, int deafRank, int deafStage) {
        return new Traffic() {
            @Override
            public String name() {
                return traffic.name();
            }

            @Override
            public int ranks() {
                return traffic.ranks();
            }

            @Override
            public int stages() {
                return traffic.stages();
            }

            @Override
            public void stage(int stage, int rank, Sink sink) {
                if (rank != deafRank || stage != deafStage) {
                    traffic.stage(stage, rank, sink);
                }
            }
        };
    }
}
