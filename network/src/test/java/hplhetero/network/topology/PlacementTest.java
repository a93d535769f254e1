package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    private static final FlatSwitch HOSTS = FlatSwitch.of(List.of("a", "b", "c"), new int[] {2, 2, 1});

    @Test
    void shouldFillSlotsInOrder() {
        Placement placement = Placement.of(HOSTS, 1, 0, 1, 2);
        assertThat(placement.ranks()).isEqualTo(4);
        assertThat(placement.slotOf(0)).isZero();
        assertThat(placement.slotOf(2)).isEqualTo(1);
        assertThat(placement.together(0, 2)).isTrue();
        assertThat(placement.together(0, 1)).isFalse();
        assertThat(placement.nodes()).containsExactly(0, 1, 2);
        assertThat(placement.ranksOf(1)).containsExactly(0, 2);
        assertThat(placement.ranksByNode()).containsExactly(new int[] {1}, new int[] {0, 2}, new int[] {3});
        assertThat(placement).hasToString("4 ranks on 3 nodes of switch of 3 nodes");
    }

    @Test
    void shouldRouteBetweenRanks() {
        Placement placement = Placement.of(HOSTS, 1, 0, 1, 2);
        int[] links = new int[2];
        assertThat(placement.route(0, 2, links)).isZero();
        assertThat(placement.route(0, 3, links)).isEqualTo(2);
        assertThat(links).containsExactly(1, 3 + 2);
    }

    @Test
    void shouldPermute() {
        Placement placement = Placement.of(HOSTS, 1, 0, 1, 2).permuted(3, 2);
        assertThat(placement.ranks()).isEqualTo(2);
        assertThat(placement.nodeOf(0)).isEqualTo(2);
        assertThat(placement.nodeOf(1)).isEqualTo(1);
        assertThat(placement.slotOf(1)).isEqualTo(1);
        assertThat(placement).isEqualTo(Placement.of(HOSTS, new int[] {2, 1}, new int[] {0, 1}));
    }

    @Test
    void shouldRefuseANodeOffTheFabric() {
        assertThatThrownBy(() -> Placement.of(HOSTS, 0, 3)).hasMessage("rank=1 node=3: switch of 3 nodes has nodes 0..2");
        assertThatThrownBy(() -> Placement.of(HOSTS, -1)).hasMessageContaining("rank=0 node=-1");
    }

    @Test
    void shouldRefuseTwoRanksInOneSlot() {
        assertThatThrownBy(() -> Placement.of(HOSTS, new int[] {0, 1, 0}, new int[] {1, 1, 1}))
                .hasMessageContaining("both sit in slot 1 of node a").hasMessageContaining("rank=2").hasMessageContaining("rank=0");
    }

    @Test
    void shouldRefuseMoreRanksThanSlots() {
        assertThatThrownBy(() -> Placement.of(HOSTS, 2, 2)).hasMessageContaining("rank=1 slot=1: node c has slots 0..0");
        assertThatThrownBy(() -> Placement.of(HOSTS, new int[] {2}, new int[] {-1})).hasMessageContaining("slot=-1");
    }

    @Test
    void shouldRefuseNoRanks() {
        assertThatThrownBy(() -> Placement.of(HOSTS)).hasMessageContaining("ranks=0");
        assertThatThrownBy(() -> Placement.of(HOSTS, new int[2], new int[1])).hasMessageContaining("ranks=2 slots=1");
    }

    @Test
    void shouldMakeThePatternsOfThePaper() {
        assertThat(nodes(0, 64)).startsWith(0, 4, 8, 12, 20, 24).endsWith(15 * 20 + 12);
        assertThat(nodes(1, 64)).startsWith(0, 2, 4, 6, 20).endsWith(15 * 20 + 6);
        assertThat(nodes(2, 192)).startsWith(0, 1, 2, 3, 20).endsWith(47 * 20 + 3);
        assertThat(nodes(0, 256)).startsWith(0, 4, 8, 12, 16, 20).endsWith(51 * 20);
        assertThat(nodes(2, 256)).startsWith(0, 1, 2, 3, 4, 20);
        assertThat(nodes(3, 64)).startsWith(0, 1, 2, 3, 4, 5, 6, 7, 20).endsWith(7 * 20 + 7);
        assertThat(nodes(4, 256)).startsWith(0, 1, 2).endsWith(15 * 20 + 15).hasSize(256);
        assertThatThrownBy(() -> PaperPlacements.ricc(5, 64)).hasMessageContaining("pattern=5");
    }

    /** Mean over the stages of a ring alltoall (rank r sends to r + s) of the most messages on one link. */
    @ParameterizedTest
    @CsvSource({"0, 3.81", "1, 1.94", "2, 1.00", "3, 1.87", "4, 3.24"})
    void shouldLoadRiccsLinksAsAnIndependentCountSays(int pattern, String expected) {
        Placement placement = PaperPlacements.ricc(pattern, 64);
        int[] links = new int[placement.fabric().longestRoute()];
        double sum = 0;
        for (int stage = 1; stage < 64; stage++) {
            int[] load = new int[placement.fabric().links()];
            for (int rank = 0; rank < 64; rank++) {
                int hops = placement.route(rank, (rank + stage) % 64, links);
                Arrays.stream(links, 0, hops).forEach(link -> load[link]++);
            }
            sum += Arrays.stream(load).max().orElseThrow();
        }
        assertThat(String.format(Locale.ROOT, "%.2f", sum / 63)).isEqualTo(expected);
    }

    /** Routes are asked for by the million. */
    @Test
    void shouldRouteWithoutAllocating() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (Fabric fabric : List.of(FlatSwitch.of(64), Torus.torus(4, 4, 4), FatTree.kary(4, 3), FatTree.kary(4, 3).tables().build())) {
            Placement placement = Placement.full(fabric);
            int[] links = new int[fabric.longestRoute()];
            routeAll(placement, links);
            long before = threads.getCurrentThreadAllocatedBytes();
            routeAll(placement, links);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).as(fabric.name()).isLessThan(64 * 64);
        }
    }

    private static void routeAll(Placement placement, int[] links) {
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                placement.route(from, to, links);
            }
        }
    }

    private static int[] nodes(int pattern, int processes) {
        return PaperPlacements.ricc(pattern, processes).nodes();
    }

    @Test
    void shouldSendByThePathsOfATable() {
        FatTree tree = FatTree.of(3, 2, 2, 1).withPaths(2);
        Placement plain = Placement.of(tree, 0, 2, 4);
        Placement placed = plain.over(PathTable.of(3, (from, to) -> from == 0 && to == 2 ? 1 : 0));
        int[] links = new int[tree.longestRoute()];
        int[] others = new int[tree.longestRoute()];
        placed.route(0, 1, links);
        plain.route(0, 1, others);
        assertThat(links).containsExactly(others);
        placed.route(0, 2, links);
        assertThat(tree.link(links[1]).to()).isEqualTo("root1");
        assertThat(placed).isNotEqualTo(plain).hasToString("3 ranks on 3 nodes of " + tree.name() + ", by a table of paths");
        // rank 1 of the new is rank 0, rank 0 rank 2
        Placement turned = placed.permuted(2, 0);
        assertThat(turned.paths().orElseThrow().path(1, 0)).isEqualTo(1);
        assertThat(turned.paths().orElseThrow().path(0, 1)).isZero();
        assertThatThrownBy(() -> plain.over(PathTable.of(3, (from, to) -> 2))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has paths 0..1");
        assertThatThrownBy(() -> plain.over(PathTable.of(2, (from, to) -> 0))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ranks=2");
    }

    @Test
    void shouldSitOnAnotherFabricWithoutPaths() {
        FatTree tree = FatTree.of(2, 2, 2, 1).withPaths(2);
        Placement placement = Placement.of(tree, 3, 0, 3).over(PathTable.of(3, (from, to) -> 1));
        TableFabric tables = tree.tables().build();
        assertThat(placement.on(tables)).isEqualTo(Placement.of(tables, 3, 0, 3));
        assertThatThrownBy(() -> placement.on(FlatSwitch.of(2))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node=3");
    }

    /** Node 2 is the second adapter of the host of node 0, below another switch. */
    @Test
    void shouldKeepMessagesBetweenRailsOfAHostWithinTheHost() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b", "a_2"), List.of("s0", "s1"));
        builder.cable(0, 3, 1);
        builder.cable(1, 3, 1);
        builder.cable(2, 4, 1);
        builder.cable(3, 4, 1);
        TableFabric fabric = builder.rails(List.of(2, 0)).shortest().build();
        Placement placement = Placement.of(fabric, 0, 1, 2, 2);
        int[] links = new int[fabric.longestRoute()];
        assertThat(fabric.hostOf(2)).isZero();
        assertThat(fabric.hostOf(1)).isEqualTo(1);
        assertThat(placement.together(0, 2)).isTrue();
        assertThat(placement.together(1, 2)).isFalse();
        assertThat(placement.route(0, 2, links)).isZero();
        assertThat(placement.route(1, 2, links)).isEqualTo(3);
        assertThat(fabric.route(0, 2, links)).isEqualTo(3);
        assertThat(Locality.HOST.groups(placement)).containsExactly(0, 1, 0, 0);
        assertThat(Locality.SWITCH.groups(placement)).containsExactly(0, 0, 1, 1);
        assertThat(TableFabric.Builder.over(fabric).shortest().build().hostOf(2)).isZero();
        assertThatThrownBy(() -> builder.rails(List.of(1, 2))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("node=a_2: is already an adapter of host a");
    }
}
