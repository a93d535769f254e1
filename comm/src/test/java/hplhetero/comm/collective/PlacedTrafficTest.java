package hplhetero.comm.collective;

import static hplhetero.comm.collective.PlacedCollectivesTest.placed;
import static hplhetero.comm.collective.TrafficChecks.assertSame;
import static hplhetero.comm.collective.TrafficChecks.assertSameEnds;
import static hplhetero.comm.collective.TrafficChecks.assertSendsWhatItHas;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.LoneRank;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Price;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the algorithms send that make use of where ranks sit, and when there are such. */
@Timeout(300)
@Slow
class PlacedTrafficTest {
    private static final long[] SIZES = {0, 1, 5, 8, 129, 4096, 40_001, 600_013};

    @ParameterizedTest
    @MethodSource("hplhetero.comm.collective.PlacedCollectivesTest#placements")
    void shouldSendExactlyWhatIsStated(Placement placement) {
        int ranks = placement.ranks();
        for (Collective collective : PlacedCollectivesTest.PLACED) {
            for (Algorithm algorithm : placed(collective, placement)) {
                long[] sizes = collective == Collective.ALLGATHER ? Arrays.copyOf(SIZES, 5) : SIZES;
                for (long bytes : sizes) {
                    for (int root = 0; root < (collective == Collective.BROADCAST ? ranks : 1); root++) {
                        check(placement, algorithm, bytes, root);
                    }
                }
            }
        }
    }

    private static void check(Placement placement, Algorithm algorithm, long bytes, int root) {
        int ranks = placement.ranks();
        String what = algorithm.label() + " of " + bytes + " bytes from " + root + " of " + placement;
        Traffic traffic = algorithm.traffic(ranks, bytes, root);
        assertThat(traffic.ranks()).isEqualTo(ranks);
        for (int stage = 0; stage < traffic.stages(); stage++) {
            assertSameEnds(traffic, stage, what + " stage " + stage);
        }
        for (int rank = 0; rank < ranks; rank++) {
            LoneRank communicator = new LoneRank(rank, ranks);
            TrafficChecks.run(CollectiveAlgorithms.of(communicator, placement), algorithm, communicator, bytes, root);
            assertSame(communicator, traffic, rank, what);
            if (algorithm.collective() == Collective.BROADCAST) {
                assertSendsWhatItHas(traffic, rank, rank == root ? bytes : 0, rank == root ? 0 : bytes);
            }
        }
    }

    @Test
    void shouldOfferWhatThePlacementIsGoodFor() {
        Placement hosts = Placement.of(FlatSwitch.of(2), 0, 1, 0, 1);
        assertThat(labels(Collective.BROADCAST, hosts)).containsExactly("two-level-host", "two-level-host-chain");
        assertThat(labels(Collective.ALLREDUCE, hosts)).isEmpty();
        Placement tree = Placement.of(FatTree.of(2, 2, 1, 1), 0, 0, 1, 2, 3);
        assertThat(labels(Collective.BROADCAST, tree)).containsExactly("two-level-host", "two-level-host-chain", "two-level-switch",
                "two-level-switch-chain");
        Placement torus = Placement.full(Torus.torus(4, 2));
        assertThat(labels(Collective.BROADCAST, torus)).containsExactly("two-level-line", "two-level-line-chain", "scatter-swing-torus");
        assertThat(labels(Collective.ALLGATHER, torus)).containsExactly("swing-torus", "swing-torus-multiport");
        assertThat(labels(Collective.ALLREDUCE, torus)).containsExactly("swing-torus", "swing-torus-multiport");
        assertThat(labels(Collective.ALLTOALL, torus)).isEmpty();
    }

    /** One group, a group for each rank, groups that are known by another name, boxes that are none. */
    @Test
    void shouldOfferNothingThatWouldBeThePlainAlgorithmAgain() {
        assertThat(labels(Collective.BROADCAST, Placement.of(FlatSwitch.of(2), 0, 0, 0))).isEmpty();
        assertThat(labels(Collective.BROADCAST, Placement.full(FlatSwitch.of(4)))).isEmpty();
        assertThat(labels(Collective.BROADCAST, Placement.of(FatTree.of(2, 2, 1, 1), 0, 0, 2, 2))).containsExactly("two-level-host",
                "two-level-host-chain");
        assertThat(labels(Collective.ALLREDUCE, Placement.full(Torus.torus(8)))).isEmpty();
        assertThat(labels(Collective.ALLREDUCE, Placement.full(Torus.torus(3, 4)))).isEmpty();
        assertThat(labels(Collective.ALLREDUCE, Placement.of(Torus.torus(4, 4), 0, 1, 4, 6))).isEmpty();
        assertThat(labels(Collective.ALLREDUCE, Placement.of(Torus.torus(4, 4), 0, 1, 4, 5))).hasSize(2);
    }

    private static List<String> labels(Collective collective, Placement placement) {
        return placed(collective, placement).stream().map(Algorithm::label).toList();
    }

    /** By hand: hosts {0, 2, 4}, {1, 3}, {5}; rank 2 has place 1, so its fellow leaders are 3 and 5. */
    @Test
    void shouldCrossToEachHostOnce() {
        Placement placement = Placement.of(FlatSwitch.of(3), 0, 1, 0, 1, 0, 2);
        assertThat(messages("two-level-host", placement, 100, 2)).containsExactly("0: 2>5 100", "1: 2>3 100", "2: 2>0 100", "2: 3>1 100",
                "3: 2>4 100");
        assertThat(messages("two-level-host-chain", placement, 20_000, 2)).containsExactly("0: 2>3 16384", "0: 2>4 16384", "1: 2>3 3616",
                "1: 2>4 3616", "1: 3>5 16384", "1: 3>1 16384", "1: 4>0 16384", "2: 3>5 3616", "2: 3>1 3616", "2: 4>0 3616");
    }

    private static List<String> messages(String label, Placement placement, long bytes, int root) {
        Traffic traffic = placed(Collective.BROADCAST, placement).stream().filter(algorithm -> algorithm.label().equals(label)).findFirst()
                .orElseThrow().traffic(placement.ranks(), bytes, root);
        List<String> messages = new ArrayList<>();
        for (int stage = 0; stage < traffic.stages(); stage++) {
            int now = stage;
            traffic.messages(stage, (from, to, size) -> messages.add(now + ": " + from + ">" + to + " " + size));
        }
        return messages;
    }

    /** By hand: on a ring of 16 Swing's partners are 1, 1, 3, 5 apart, so at most 1, 1, 2, 3 of their messages share a link. */
    @Test
    void shouldLoadLinksLessThanHalvesThatGoToNeighbours() {
        Placement ring = Placement.full(Torus.torus(16));
        assertThat(loads("swing", ring)).containsExactly(512, 256, 2 * 128, 3 * 64, 3 * 64, 2 * 128, 256, 512);
        assertThat(loads("rabenseifner-near", ring)).containsExactly(512, 2 * 256, 4 * 128, 8 * 64, 8 * 64, 4 * 128, 2 * 256, 512);
        assertThat(loads("swing-multiport", ring)).containsExactly(256, 128, 3 * 64, 5 * 32, 5 * 32, 3 * 64, 128, 256);
    }

    private static double[] loads(String label, Placement placement) {
        Price price = new Pricer(placement).price(new NetworkCost(LinkCost.hockney(0, 1), LinkCost.hockney(0, 1), 0),
                Algorithms.of(Collective.ALLREDUCE, label).traffic(placement.ranks(), 1024, 0));
        return IntStream.range(0, price.stages()).mapToDouble(price::load).toArray();
    }

    @Test
    void shouldRefuseAPlacementOfOthers() {
        Placement two = Placement.full(FlatSwitch.of(2));
        assertThatIllegalArgumentException().isThrownBy(() -> CollectiveAlgorithms.of(new LoneRank(0, 3), two))
                .withMessageContaining("placement.ranks=2");
        Algorithm algorithm = placed(Collective.BROADCAST, Placement.of(FlatSwitch.of(2), 0, 1, 0)).getFirst();
        assertThatIllegalArgumentException().isThrownBy(() -> algorithm.traffic(4, 8, 0)).withMessageContaining("ranks=4");
    }
}
