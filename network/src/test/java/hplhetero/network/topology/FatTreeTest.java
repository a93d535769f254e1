package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FatTreeTest {
    private static final long SEED = 20261126;

    /** Leaf switches' uplinks are numbered from the first on, four each, after the links of the nodes. */
    private static int uplink(FatTree ricc, int leaf, int way) {
        return 2 * ricc.nodes() + 4 * leaf + way;
    }

    @Test
    void shouldLeaveRiccsLeavesByUplinkDestinationModFour() {
        FatTree ricc = PaperPlacements.ricc();
        assertThat(ricc.nodes()).isEqualTo(1040);
        assertThat(ricc.links()).isEqualTo(2 * 1040 + 2 * 52 * 4);
        // node 3 on leaf 0 to node 47 on leaf 2: up to leaf 0, its way 3, down the same way of leaf 2, to the node
        assertThat(Routes.route(ricc, 3, 47)).containsExactly(3, uplink(ricc, 0, 3), uplink(ricc, 52 + 2, 3), 1040 + 47);
        assertThat(Routes.route(ricc, 3, 44)).containsExactly(3, uplink(ricc, 0, 0), uplink(ricc, 52 + 2, 0), 1040 + 44);
        assertThat(Routes.route(ricc, 19, 20)).containsExactly(19, uplink(ricc, 0, 0), uplink(ricc, 52 + 1, 0), 1040 + 20);
        assertThat(Routes.route(ricc, 3, 19)).containsExactly(3, 1040 + 19);
        assertThat(Routes.words(ricc, 3, 47)).isEqualTo("n3 leaf0 root1 leaf2 n47");
        assertThat(Routes.words(ricc, 3, 46)).isEqualTo("n3 leaf0 root0 leaf2 n46");
        assertThat(ricc.name()).isEqualTo("fat tree 52 leaves x 20, 2 roots, 2 cables");
        Routes.check(ricc);
    }

    @Test
    void shouldSpreadAKaryTreesDestinationsOverItsRoots() {
        FatTree tree = FatTree.kary(2, 3);
        assertThat(tree.nodes()).isEqualTo(8);
        assertThat(List.of(tree.switches(1), tree.switches(2), tree.switches(3))).containsExactly(4, 4, 4);
        assertThat(Routes.words(tree, 0, 1)).isEqualTo("n0 leaf0 n1");
        assertThat(Routes.words(tree, 0, 2)).isEqualTo("n0 leaf0 mid0 leaf1 n2");
        assertThat(Routes.words(tree, 0, 3)).isEqualTo("n0 leaf0 mid1 leaf1 n3");
        // 4..7 by roots (d mod 2, d / 2 mod 2)
        assertThat(Routes.words(tree, 0, 4)).isEqualTo("n0 leaf0 mid0 root0 mid2 leaf2 n4");
        assertThat(Routes.words(tree, 0, 5)).isEqualTo("n0 leaf0 mid1 root2 mid3 leaf2 n5");
        assertThat(Routes.words(tree, 0, 6)).isEqualTo("n0 leaf0 mid0 root1 mid2 leaf3 n6");
        assertThat(Routes.words(tree, 0, 7)).isEqualTo("n0 leaf0 mid1 root3 mid3 leaf3 n7");
        Routes.check(tree);
    }

    /** As many paths as there are ways: each over another root, path 0 that of the tree without. */
    @Test
    void shouldLeadEachPathOverAnotherRoot() {
        FatTree plain = FatTree.kary(3, 3);
        FatTree tree = plain.withPaths(9);
        int[] links = new int[tree.longestRoute()];
        for (int to = 9; to < tree.nodes(); to++) {
            List<String> roots = new ArrayList<>();
            for (int path = 0; path < 9; path++) {
                assertThat(tree.route(0, to, path, links)).isEqualTo(6);
                roots.add(tree.link(links[2]).to());
            }
            assertThat(roots).doesNotHaveDuplicates();
            assertThat(Routes.words(tree, 0, to)).isEqualTo(Routes.words(plain, 0, to));
        }
        assertThat(tree.name()).isEqualTo("fat tree 3x3x3 of 3 levels, 9 paths");
        TableFabric tables = tree.tables().build();
        int[] others = new int[tables.longestRoute()];
        for (int path = 0; path < 9; path++) {
            for (int from = 0; from < tree.nodes(); from++) {
                for (int to = 0; to < tree.nodes(); to++) {
                    int hops = tree.route(from, to, path, links);
                    assertThat(tables.route(from, to, path, others)).isEqualTo(hops);
                    assertThat(Arrays.copyOf(others, hops)).containsExactly(Arrays.copyOf(links, hops));
                }
            }
        }
    }

    /** Up, then down; and whatever goes to one node comes down to its leaf by one way. */
    @Test
    void shouldRouteUpThenDownInAnyTree() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 60; trial++) {
            FatTree tree = random(random);
            Routes.check(tree);
            FabricTables.checkSame(tree, tree.tables().build());
            int[] route = new int[tree.longestRoute()];
            for (int to = 0; to < tree.nodes(); to++) {
                int last = -1;
                for (int from = 0; from < tree.nodes(); from++) {
                    int hops = tree.route(from, to, route);
                    assertThat(hops % 2).as("seed %d, trial %d", SEED, trial).isZero();
                    if (hops > 0) {
                        assertThat(last == -1 || last == route[hops - 1]).as("seed %d, trial %d", SEED, trial).isTrue();
                        last = route[hops - 1];
                    }
                }
            }
        }
    }

    private static FatTree random(Random random) {
        int height = 1 + random.nextInt(4);
        List<FatTree.Level> levels = new ArrayList<>();
        for (int l = 0; l < height; l++) {
            levels.add(new FatTree.Level(2 + random.nextInt(3), 1 + random.nextInt(l == 0 ? 2 : 3), 1 + random.nextInt(3), 1 + l));
        }
        return FatTree.of(levels);
    }

    @Test
    void shouldTakeOtherTables() {
        FatTree tree = FatTree.of(3, 2, 2, 2);
        TableFabric.Builder builder = tree.tables();
        // leaf 0 sends what is for node 4 to root 1 by the second cable; vertex of leaf 0: behind the nodes
        int leaf0 = tree.nodes();
        int root1 = tree.nodes() + 3 + 1;
        int second = builder.linksBetween(leaf0, root1).get(1);
        TableFabric other = builder.next(0, leaf0, 4, second).build();
        assertThat(Routes.words(other, 0, 4)).isEqualTo("n0 leaf0 root1 leaf2 n4");
        assertThat(Routes.route(other, 0, 4)[1]).isEqualTo(second);
        assertThat(Routes.words(other, 2, 4)).isEqualTo("n2 leaf1 root0 leaf2 n4");
        Routes.check(other);
    }

    @Test
    void shouldTaper() {
        FatTree tree = FatTree.of(List.of(new FatTree.Level(4, 1, 1, 1), new FatTree.Level(2, 1, 1, 2.5)));
        assertThat(tree.link(Routes.route(tree, 0, 7)[1])).isEqualTo(new Link("leaf0", "root0", 2.5));
        assertThat(tree.withSlots(3).slots(7)).isEqualTo(3);
        assertThat(tree.leaf(7)).isEqualTo(1);
    }

    @Test
    void shouldRefuseSizesThatAreNone() {
        assertThatThrownBy(() -> FatTree.of(0, 4, 1, 1)).hasMessageContaining("children=0");
        assertThatThrownBy(() -> FatTree.of(2, 4, 0, 1)).hasMessageContaining("parents=0");
        assertThatThrownBy(() -> FatTree.of(2, 4, 1, 0)).hasMessageContaining("cables=0");
        assertThatThrownBy(() -> FatTree.of(65536, 65536, 1, 1)).hasMessageContaining("nodes=4294967296");
        assertThatThrownBy(() -> FatTree.of(1000, 1000, 65536, 65536)).hasMessageContaining("links=");
        assertThatThrownBy(() -> FatTree.of(List.of())).hasMessageContaining("levels=0");
        assertThatThrownBy(() -> FatTree.kary(2, 2_000_000_000)).hasMessageContaining("levels=17");
        assertThatThrownBy(() -> new FatTree.Level(1, 1, 1, 0)).hasMessageContaining("bandwidth=0.0");
        assertThatThrownBy(() -> new FatTree.Level(1, 1, 1, Double.NaN)).hasMessageContaining("bandwidth=NaN");
    }
}
