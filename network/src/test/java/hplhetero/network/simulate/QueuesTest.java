package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.PlacedTraffic;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.simulate.ListedTraffic.Message;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Short messages behind long ones: two leaves of three nodes, 10^9 bytes a second each, and a trunk of half as many. Times worked out by
 * hand.
 */
class QueuesTest {
    private static final Placement TWO_LEAVES = Placement.full(FatTree.of(List.of(new FatTree.Level(3, 1, 1, 1),
            new FatTree.Level(2, 1, 1, 0.5))));
    private static final NetworkCost COST = new NetworkCost(LinkCost.hockney(0, 1e-9), LinkCost.hockney(0, 1e-9), 0);
    private static final double TRUNK = 0.5e9;
    private static final int PIVOT = 2000;
    private static final int ROUNDS = 3;
    /** More than passes the trunk while pivots are exchanged. */
    private static final long ROWS = 64_000_000;

    /** Ranks 0 and 3, on both sides of the trunk, exchange candidates for pivots. */
    private record Pivots(String name, int ranks, int stages) implements Traffic {
        @Override
        public void stage(int stage, int rank, Sink sink) {
            sink.send(1 - rank, PIVOT);
            sink.receive(1 - rank, PIVOT);
        }
    }

    private static final PlacedTraffic PIVOTS = PlacedTraffic.of(new Pivots("pivots", 2, ROUNDS), 0, 3);

    private static PlacedTraffic rows(int one, int other, long bytes) {
        return PlacedTraffic.of(ListedTraffic.of(2, new Message(0, 0, 1, bytes), new Message(0, 1, 0, bytes)), one, other);
    }

    private static double pivotSeconds(Queues queues, PlacedTraffic... others) {
        Simulator simulator = new Simulator(TWO_LEAVES, COST, queues);
        double[] done = new double[1];
        simulator.run(new Program() {
            private VirtualRanks machine;

            @Override
            public void begin(VirtualRanks onto) {
                machine = onto;
                for (PlacedTraffic each : others) {
                    join(each);
                }
                // when the others flow
                machine.compute(0, 1e-3, 1, 0);
            }

            private void join(PlacedTraffic each) {
                int number = machine.add(each);
                for (int rank = 0; rank < each.traffic().ranks(); rank++) {
                    machine.join(number, each.rank(rank));
                }
            }

            @Override
            public void done(int rank, int traffic) {
                if (rank == 0) {
                    done[0] = machine.now() - 1e-3;
                }
            }

            @Override
            public void woken(int rank, int what) {
                join(PIVOTS);
            }
        });
        return done[0];
    }

    /** A round: what one flow each way keeps before the trunk, then half of the trunk. */
    @Test
    void shouldWaitForBytesInFlight() {
        double flows = ROUNDS * PIVOT / (TRUNK / 2);
        double whole = ROUNDS * (4 << 20) / TRUNK;
        double segment = ROUNDS * (64 << 10) / TRUNK;
        assertThat(pivotSeconds(Queues.NONE, rows(1, 4, ROWS))).isCloseTo(flows, within(1e-10));
        assertThat(pivotSeconds(Queues.of(4 << 20), rows(1, 4, ROWS))).isCloseTo(whole + flows, within(1e-10));
        assertThat(pivotSeconds(Queues.of(64 << 10), rows(1, 4, ROWS))).isCloseTo(segment + flows, within(1e-10));
        // 25.2 ms and 0.42 ms
        assertThat((whole + flows) / (segment + flows)).isGreaterThan(60);
        // nothing is behind what is not there
        assertThat(pivotSeconds(Queues.of(4 << 20))).isCloseTo(ROUNDS * PIVOT / TRUNK, within(1e-10));
    }

    /** Two flows keep twice as much, and leave a third. */
    @Test
    void shouldWaitForEachFlow() {
        assertThat(pivotSeconds(Queues.of(1 << 20), rows(1, 4, ROWS), rows(2, 5, ROWS)))
                .isCloseTo(ROUNDS * (2 * (1 << 20) / TRUNK + PIVOT / (TRUNK / 3)), within(1e-10));
    }

    /** At 1 ms half of 10^6 bytes has passed the trunk; the other half is in its queue until 2 ms. Then nothing is. */
    @Test
    void shouldWaitForNoMoreThanIsLeft() {
        assertThat(pivotSeconds(Queues.of(4 << 20), rows(1, 4, 1_000_000))).isCloseTo(1e-3 + ROUNDS * PIVOT / TRUNK, within(1e-10));
    }

    /** Where a flow is limited by its own node's link it keeps bytes there, which others do not pass. */
    @Test
    void shouldNotWaitWhereNothingIsLimited() {
        assertThat(pivotSeconds(Queues.of(4 << 20), rows(1, 2, ROWS))).isCloseTo(ROUNDS * PIVOT / TRUNK, within(1e-10));
    }

    /** Long messages share, as before. */
    @Test
    void shouldDelayShortMessagesOnly() {
        Traffic two = ListedTraffic.of(6, new Message(0, 0, 3, 100_000), new Message(0, 1, 4, 100_000));
        assertThat(new Simulator(TWO_LEAVES, COST, Queues.of(1 << 20)).run(two).seconds()).isCloseTo(200_000 / TRUNK, within(1e-12));
        Traffic both = ListedTraffic.of(6, new Message(0, 0, 3, Queues.SHORT), new Message(0, 1, 4, Queues.SHORT));
        assertThat(new Simulator(TWO_LEAVES, COST, Queues.of(1 << 20)).run(both).seconds()).isCloseTo(2 * Queues.SHORT / TRUNK,
                within(1e-12));
        assertThatIllegalArgumentException().isThrownBy(() -> Queues.of(-1)).withMessageContaining("bytesInFlight=-1");
    }
}
