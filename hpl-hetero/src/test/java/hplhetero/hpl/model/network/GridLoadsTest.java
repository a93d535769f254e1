package hplhetero.hpl.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.messages.RunMessages;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loads of the most loaded link, in messages, as they were counted by hand and by another program. */
class GridLoadsTest {
    private static final NetworkCost COST = new NetworkCost(LinkCost.hockney(1e-5, 1), LinkCost.hockney(1e-6, 0.25), 0);

    private final RunMessages messages = new RunMessages();

    private static GridLoads loads(Placement placement, List<Integer> order, int p, int q) {
        Cluster cluster = Clusters.equal(placement.ranks(), 20).on(placement, COST).make();
        int[][] rows = IntStream.range(0, p).mapToObj(r -> IntStream.range(0, q).map(c -> order.get(r * q + c)).toArray())
                .toArray(int[][]::new);
        int[][] columns = IntStream.range(0, q).mapToObj(c -> IntStream.range(0, p).map(r -> order.get(r * q + c)).toArray())
                .toArray(int[][]::new);
        return FabricCosts.of(cluster).orElseThrow().loads(rows, columns);
    }

    private static List<Integer> listed(int ranks) {
        return IntStream.range(0, ranks).boxed().toList();
    }

    /** Column-major. */
    private static List<Integer> byColumns(int p, int q) {
        return IntStream.range(0, p * q).map(i -> i / q + i % q * p).boxed().toList();
    }

    /** Of the steps in which pieces go around each row, past its end: each message has 1/q of the panel. */
    private double rowLoad(GridLoads loads, int p, int q) {
        int[] roots = new int[p];
        Arrays.fill(roots, q / 3);
        return Arrays.stream(loads.panel(BroadcastAlgorithm.LONG, roots, messages)).mapToDouble(RowLoads::step).max().orElseThrow() * q;
    }

    /** Of the stages in which rows of U go around each column, each message with 1/p of them; leaving rows are taken off. */
    private double columnLoad(GridLoads loads, int p) {
        ColumnLoads worst = Arrays.stream(loads.swap(SwapAlgorithm.SPREAD_ROLL, messages))
                .max((a, b) -> Double.compare(a.perByte(), b.perByte())).orElseThrow();
        return worst.perByte();
    }

    @Test
    void shouldCountWhatConsecutiveRanksOfAFatTreeSendAtOnce() {
        Placement placement = Placement.of(PaperPlacements.ricc(), IntStream.range(0, 256).toArray());
        GridLoads loads = loads(placement, listed(256), 16, 16);
        assertThat(rowLoad(loads, 16, 16)).isCloseTo(2, within(1e-9));
        double leaving = 15.0 / 16; // at least: from one rank to all others
        assertThat(columnLoad(loads, 16)).isBetween(4 * 15.0 / 16 + leaving, 4 * 15.0 / 16 + 8 * leaving);
    }

    @Test
    void shouldSeeThatColumnMajorTurnsRowsAndColumnsAround() {
        Placement placement = PaperPlacements.ricc(0, 64);
        GridLoads byRows = loads(placement, listed(64), 8, 8);
        GridLoads byColumns = loads(placement, byColumns(8, 8), 8, 8);
        assertThat(rowLoad(byRows, 8, 8)).isCloseTo(1, within(1e-9));
        assertThat(rowLoad(byColumns, 8, 8)).isCloseTo(4, within(1e-9));
        assertThat(columnLoad(byRows, 8)).isGreaterThan(2 * columnLoad(byColumns, 8));
    }

    @Test
    void shouldFindEveryOrderTheSameOnOneSwitch() {
        Placement placement = Placement.full(FlatSwitch.of(24));
        List<Integer> shuffled = new ArrayList<>(listed(24));
        Collections.shuffle(shuffled, new Random(5));
        GridLoads listed = loads(placement, listed(24), 4, 6);
        GridLoads other = loads(placement, shuffled, 4, 6);
        for (BroadcastAlgorithm algorithm : BroadcastAlgorithm.values()) {
            RowLoads[] one = listed.panel(algorithm, new int[] {1, 1, 1, 1}, messages);
            RowLoads[] two = other.panel(algorithm, new int[] {1, 1, 1, 1}, messages);
            for (int r = 0; r < 4; r++) {
                assertThat(one[r].hops()).isEqualTo(two[r].hops());
                assertThat(one[r].rounds()).isEqualTo(two[r].rounds());
                assertThat(one[r].step()).isEqualTo(two[r].step());
            }
        }
        for (SwapAlgorithm algorithm : List.of(SwapAlgorithm.BINARY_EXCHANGE, SwapAlgorithm.SPREAD_ROLL)) {
            assertThat(listed.swap(algorithm, messages)).containsExactly(other.swap(algorithm, messages));
        }
    }

    /** What a sender serves one after the other does not share its link; two rings at once do. */
    @Test
    void shouldShareTheSendersLinkBetweenWhatItSendsAtOnce() {
        GridLoads loads = loads(Placement.full(FlatSwitch.of(7)), listed(7), 1, 7);
        assertThat(loads.panel(BroadcastAlgorithm.RING_M, new int[1], messages)[0].hops()).containsOnly(1);
        double[] rings = loads.panel(BroadcastAlgorithm.TWO_RING_M, new int[1], messages)[0].hops();
        assertThat(rings).containsExactly(1, 2, 2, 1, 1, 1);
        RowLoads pieces = loads.panel(BroadcastAlgorithm.LONG, new int[1], messages)[0];
        assertThat(pieces.rounds()).isCloseTo(6.0 / 7, within(1e-9));
        assertThat(pieces.step()).isCloseTo(1.0 / 7, within(1e-9));
    }

    @Test
    void shouldReckonOneMessageByItsRouteAndWithinANodeByItsMemory() {
        Placement placement = Placement.of(PaperPlacements.ricc(), 0, 0, 1, 20);
        GridLoads loads = loads(placement, listed(4), 1, 4);
        assertThat(loads.link(0, 1, loads.scratch()).secondsPerByte()).isEqualTo(0.25);
        assertThat(loads.link(0, 2, loads.scratch()).latency()).isEqualTo(1e-5);
        assertThat(loads.link(0, 3, loads.scratch()).secondsPerByte()).isEqualTo(1);
    }
}
