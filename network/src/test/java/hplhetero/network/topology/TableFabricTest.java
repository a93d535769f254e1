package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableFabricTest {
    private static final long SEED = 20261126;

    /** a and b on s, c on t; s and t by two cables. */
    private static TableFabric.Builder two() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b", "c"), List.of("s", "t"));
        builder.cable(0, 3, 1);
        builder.cable(1, 3, 1);
        builder.cable(2, 4, 1);
        builder.cable(3, 4, 2);
        builder.cable(3, 4, 2);
        return builder;
    }

    @Test
    void shouldFollowTheTables() {
        TableFabric.Builder builder = two();
        builder.next(0, 3, 0, 1).next(0, 3, 1, 3).next(0, 3, 2, 8).next(0, 4, 2, 5).next(0, 4, 0, 7).next(0, 4, 1, 9);
        TableFabric fabric = builder.build();
        assertThat(Routes.route(fabric, 0, 2)).containsExactly(0, 8, 5);
        assertThat(Routes.route(fabric, 2, 0)).containsExactly(4, 7, 1);
        assertThat(Routes.route(fabric, 2, 1)).containsExactly(4, 9, 3);
        assertThat(fabric.link(8)).isEqualTo(new Link("s", "t", 2));
        assertThat(fabric.longestRoute()).isEqualTo(3);
        assertThat(fabric.name()).isEqualTo("table of 3 nodes, 2 switches, 10 links");
        Routes.check(fabric);
    }

    @Test
    void shouldSpreadShortestRoutesByDestinationAndPath() {
        TableFabric fabric = two().paths(2).shortest().build();
        int[] links = new int[3];
        assertThat(fabric.route(0, 2, 0, links)).isEqualTo(3);
        assertThat(links).containsExactly(0, 6, 5);
        assertThat(fabric.route(0, 2, 1, links)).isEqualTo(3);
        assertThat(links).containsExactly(0, 8, 5);
        assertThat(fabric.paths()).isEqualTo(2);
    }

    @Test
    void shouldPassThroughNodesOnlyWithoutSwitches() {
        TableFabric.Builder ring = new TableFabric.Builder(List.of("a", "b", "c", "d"), List.of());
        for (int i = 0; i < 4; i++) {
            ring.cable(i, (i + 1) % 4, 1);
        }
        TableFabric fabric = ring.shortest().build();
        assertThat(fabric.longestRoute()).isEqualTo(2);
        Routes.check(fabric);

        // b has a cable to either switch, which are not linked
        TableFabric.Builder dual = new TableFabric.Builder(List.of("a", "b", "c"), List.of("s", "t"));
        dual.cable(0, 3, 1);
        dual.cable(1, 3, 1);
        dual.cable(1, 4, 1);
        dual.cable(2, 4, 1);
        assertThatThrownBy(() -> dual.shortest().build()).isInstanceOf(NoRouteException.class)
                .hasMessageContaining("no route from c to a");
    }

    /** Breadth first from the links' names, which knows nothing of the builder's own search. */
    @Test
    void shouldFindShortestRoutesInAnyNetwork() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 40; trial++) {
            int nodes = 1 + random.nextInt(8);
            int switches = 1 + random.nextInt(6);
            List<String> names = IntStream.range(0, nodes).mapToObj(i -> "n" + i).toList();
            TableFabric.Builder builder = new TableFabric.Builder(names, IntStream.range(0, switches).mapToObj(i -> "s" + i).toList());
            for (int s = 1; s < switches; s++) {
                builder.cable(nodes + s, nodes + random.nextInt(s), 1);
            }
            for (int extra = 0; extra < random.nextInt(6) && switches > 1; extra++) {
                int s = random.nextInt(switches);
                builder.cable(nodes + s, nodes + (s + 1 + random.nextInt(switches - 1)) % switches, 1);
            }
            for (int node = 0; node < nodes; node++) {
                builder.cable(node, nodes + random.nextInt(switches), 1);
            }
            TableFabric fabric = builder.shortest().build();
            Routes.check(fabric);
            for (int from = 0; from < nodes; from++) {
                for (int to = 0; to < nodes; to++) {
                    assertThat(Routes.route(fabric, from, to)).as("seed %d, trial %d", SEED, trial).hasSize(distance(fabric, from, to));
                }
            }
        }
    }

    private static int distance(TableFabric fabric, int from, int to) {
        List<String> reached = new ArrayList<>(List.of(fabric.nodeName(from)));
        for (int hops = 0; ; hops++) {
            if (reached.contains(fabric.nodeName(to))) {
                return hops;
            }
            List<String> now = List.copyOf(reached);
            IntStream.range(0, fabric.links()).mapToObj(fabric::link).filter(link -> now.contains(link.from()))
                    .forEach(link -> reached.add(link.to()));
        }
    }

    @Test
    void shouldRefuseTablesThatLeadNowhere() {
        assertThatThrownBy(() -> two().next(0, 3, 0, 1).next(0, 3, 1, 3).next(0, 4, 2, 5).next(0, 4, 0, 7).next(0, 4, 1, 9).build())
                .isInstanceOfSatisfying(NoRouteException.class, e -> assertThat(e.at()).isEqualTo("s"))
                .hasMessage("no route from a to c: s has no entry for c");
    }

    @Test
    void shouldRefuseTablesThatLeadRound() {
        // s sends what is for c to t, t sends it back
        assertThatThrownBy(() -> two().next(0, 3, 0, 1).next(0, 3, 1, 3).next(0, 3, 2, 6).next(0, 4, 2, 7).next(0, 4, 0, 7).next(0, 4, 1, 9)
                .build()).isInstanceOf(NoRouteException.class).hasMessage("no route from a to c: the route passes s again and again");
    }

    @Test
    void shouldRefuseANodeWithoutLinks() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b"), List.of("s"));
        builder.cable(0, 2, 1);
        assertThatThrownBy(() -> builder.shortest().build()).isInstanceOf(NoRouteException.class)
                .hasMessageContaining("no route from b to a");
    }

    @Test
    void shouldRefuseLinksThatAreNone() {
        assertThatThrownBy(() -> two().link(1, 1, 1)).hasMessageContaining("a link must join two different nodes or switches");
        assertThatThrownBy(() -> two().link(0, 3, -1)).hasMessageContaining("bandwidth=-1.0");
        assertThatThrownBy(() -> two().link(0, 5, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> two().next(0, 3, 0, 0)).hasMessageContaining("begins at a");
        assertThatThrownBy(() -> two().paths(0)).hasMessageContaining("paths=0");
        assertThatThrownBy(() -> new TableFabric.Builder(List.of("a"), List.of("a"))).hasMessageContaining("must differ");
    }

    @Test
    void shouldShareATrunkBetweenSites() {
        TableFabric sites = TableFabric.sites(List.of("a", "b", "c", "d"), new int[] {0, 1, 0, 1}, 0.1);
        assertThat(Routes.words(sites, 0, 1)).isEqualTo("a site0 trunks site1 b");
        assertThat(Routes.words(sites, 0, 2)).isEqualTo("a site0 c");
        assertThat(sites.link(Routes.route(sites, 0, 1)[1])).isEqualTo(new Link("site0", "trunks", 0.1));
        assertThat(Routes.route(sites, 0, 1)[1]).isEqualTo(Routes.route(sites, 2, 3)[1]);
        assertThat(TableFabric.sites(List.of("a", "b"), new int[2], 0.1).switches()).isEqualTo(1);
        assertThatThrownBy(() -> TableFabric.sites(List.of("a"), new int[2], 1)).hasMessageContaining("hosts=1 siteOf=2");
    }

    @Test
    void shouldGiveTheSameLinksOtherTables() {
        TableFabric fabric = FatTree.of(2, 2, 2, 1).withSlots(3).withPaths(2).tables().build();
        TableFabric other = TableFabric.Builder.over(fabric).shortest().build();
        assertThat(other.paths()).isEqualTo(1);
        assertThat(other.slots(1)).isEqualTo(3);
        assertThat(other.vertexName(5)).isEqualTo("leaf1");
        assertThat(other.links()).isEqualTo(fabric.links());
        for (int link = 0; link < fabric.links(); link++) {
            assertThat(other.link(link)).isEqualTo(fabric.link(link));
        }
        assertThat(TableFabric.Builder.over(fabric).links()).isEqualTo(16);
    }
}
