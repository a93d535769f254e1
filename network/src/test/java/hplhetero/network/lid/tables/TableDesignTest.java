package hplhetero.network.lid.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableDesignTest {

    static Stream<FatTree> trees() {
        return Stream.of(FatTree.of(6, 5, 6, 1).withPaths(8), FatTree.of(4, 4, 2, 2).withPaths(4), FatTree.kary(3, 3).withPaths(9),
                FatTree.kary(2, 4).withPaths(8), FatTree.of(1, 4, 2, 1).withPaths(2), FatTree.of(List.of(new FatTree.Level(4, 1, 1, 1),
                        new FatTree.Level(3, 2, 2, 1), new FatTree.Level(2, 3, 1, 2))).withPaths(12));
    }

    /** A fat tree computes its routes, tables look theirs up. */
    @ParameterizedTest
    @MethodSource("trees")
    void shouldRouteAWholeTreeLikeAFatTree(FatTree tree) {
        TableFabric designed = TableDesign.of(tree).general(tree.paths());
        int[] expected = new int[tree.longestRoute()];
        int[] found = new int[designed.longestRoute()];
        for (int path = 0; path < tree.paths(); path++) {
            for (int from = 0; from < tree.nodes(); from++) {
                for (int to = 0; to < tree.nodes(); to++) {
                    int hops = tree.route(from, to, path, expected);
                    assertThat(designed.route(from, to, path, found)).isEqualTo(hops);
                    assertThat(Arrays.copyOf(found, hops)).isEqualTo(Arrays.copyOf(expected, hops));
                }
            }
        }
    }

    /** A tree of which some cables, by their numbers, are missing; routes are shortest ones. */
    private static TableFabric without(FatTree tree, IntPredicate missing) {
        TableFabric whole = tree.tables().build();
        TableFabric.Builder builder = new TableFabric.Builder(IntStream.range(0, whole.nodes()).mapToObj(whole::nodeName).toList(),
                IntStream.range(whole.nodes(), whole.nodes() + whole.switches()).mapToObj(whole::vertexName).toList());
        List<int[]> up = new ArrayList<>();
        for (int link = 0; link < whole.links(); link++) {
            if (whole.from(link) < whole.to(link)) {
                up.add(new int[] {whole.from(link), whole.to(link)});
            }
        }
        for (int cable = 0; cable < up.size(); cable++) {
            if (!missing.test(cable)) {
                builder.cable(up.get(cable)[0], up.get(cable)[1], 1);
            }
        }
        return builder.shortest().build();
    }

    /** The switch where a route turns, and that it climbs before it descends. */
    private static String root(TableFabric fabric, int from, int to, int path) {
        int[] route = new int[fabric.longestRoute()];
        int hops = fabric.route(from, to, path, route);
        assertThat(hops).isEven();
        for (int i = 0; i < hops; i++) {
            assertThat(fabric.from(route[i]) < fabric.to(route[i])).as("hop %d from %d to %d", i, from, to).isEqualTo(i < hops / 2);
        }
        return fabric.vertexName(fabric.to(route[hops / 2 - 1]));
    }

    @Test
    void shouldUseOnlyRootsThatAreLinkedToBothLeaves() {
        FatTree tree = FatTree.of(6, 5, 6, 1);
        // of leaf 1, the cable to root 2; of leaf 4, that to root 0; root 5 wholly
        IntPredicate missing = cable -> cable == 30 + 6 + 2 || cable == 30 + 24 || cable >= 30 && cable % 6 == 5;
        TableFabric fabric = TableDesign.of(without(tree, missing)).general(8);
        for (int from = 0; from < 30; from++) {
            for (int to = 0; to < 30; to++) {
                Set<String> roots = new HashSet<>();
                Set<String> common = new HashSet<>(Set.of("root0", "root1", "root2", "root3", "root4"));
                if (from / 5 == to / 5) {
                    continue;
                }
                if (from / 5 == 1 || to / 5 == 1) {
                    common.remove("root2");
                }
                if (from / 5 == 4 || to / 5 == 4) {
                    common.remove("root0");
                }
                for (int path = 0; path < 8; path++) {
                    String root = root(fabric, from, to, path);
                    roots.add(root);
                    // of switches without a cable, root 5 is no root of this tree any more
                    if (common.contains("root" + (to + path) % 5)) {
                        assertThat(root).isEqualTo("root" + (to + path) % 5);
                    }
                }
                assertThat(roots).isEqualTo(common);
            }
        }
    }

    @Test
    void shouldRouteThreeLevelsWithCablesMissing() {
        FatTree tree = FatTree.kary(3, 3);
        TableFabric links = without(tree, cable -> cable >= 27 && cable % 10 == 3);
        assertThat(TableDesign.routes(links)).isEqualTo(9).isEqualTo(TableDesign.routes(tree));
        TableFabric fabric = TableDesign.of(links).general(9);
        for (int from = 0; from < 27; from++) {
            for (int to = 0; to < 27; to++) {
                for (int path = 0; path < 9 && from != to; path++) {
                    root(fabric, from, to, path);
                }
            }
        }
    }

    /** A leaf without nodes lies above the roots as far as distances tell; nothing is sent through it. */
    @Test
    void shouldNotRouteThroughALeafWithoutNodes() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b"), List.of("x", "y", "empty", "r", "s"));
        builder.cable(0, 2, 1);
        builder.cable(1, 3, 1);
        for (int root = 5; root < 7; root++) {
            for (int leaf = 2; leaf < 5; leaf++) {
                // s is not linked to y
                if (root == 5 || leaf != 3) {
                    builder.cable(leaf, root, 1);
                }
            }
        }
        TableFabric fabric = TableDesign.of(builder.shortest().build()).general(4);
        assertThat(fabric.longestRoute()).isEqualTo(4);
        for (int path = 0; path < 4; path++) {
            assertThat(root(fabric, 0, 1, path)).isEqualTo("r");
            assertThat(root(fabric, 1, 0, path)).isEqualTo("r");
        }
    }

    /** A whole tree with further nodes, one at each of some switches. */
    private static TableFabric with(FatTree tree, List<String> hosting) {
        TableFabric whole = tree.tables().build();
        List<String> names = new ArrayList<>(IntStream.range(0, whole.nodes()).mapToObj(whole::nodeName).toList());
        hosting.forEach(at -> names.add("login-" + at));
        List<String> switches = IntStream.range(whole.nodes(), whole.nodes() + whole.switches()).mapToObj(whole::vertexName).toList();
        TableFabric.Builder builder = new TableFabric.Builder(names, switches);
        for (int link = 0; link < whole.links(); link++) {
            if (whole.from(link) < whole.to(link)) {
                builder.cable(moved(whole, whole.from(link), hosting.size()), moved(whole, whole.to(link), hosting.size()),
                        whole.bandwidth(link));
            }
        }
        for (int i = 0; i < hosting.size(); i++) {
            builder.cable(whole.nodes() + i, names.size() + switches.indexOf(hosting.get(i)), 1);
        }
        return builder.shortest().build();
    }

    private static int moved(TableFabric whole, int vertex, int by) {
        return vertex < whole.nodes() ? vertex : vertex + by;
    }

    private static List<String> switches(FatTree tree) {
        TableFabric whole = tree.tables().build();
        return IntStream.range(whole.nodes(), whole.nodes() + whole.switches()).mapToObj(whole::vertexName).toList();
    }

    /** Routes between the nodes of the whole tree turn where they turn without the further nodes, and all nodes reach each other. */
    private static void requireSameRoots(FatTree tree, TableFabric fabric) {
        TableFabric designed = TableDesign.of(fabric).general(tree.paths());
        int[] expected = new int[tree.longestRoute()];
        int[] found = new int[designed.longestRoute()];
        for (int path = 0; path < tree.paths(); path++) {
            for (int from = 0; from < fabric.nodes(); from++) {
                for (int to = 0; to < fabric.nodes(); to++) {
                    int hops = designed.route(from, to, path, found);
                    assertThat(hops > 0).isEqualTo(from != to);
                    if (from < tree.nodes() && to < tree.nodes()) {
                        assertThat(hops).isEqualTo(tree.route(from, to, path, expected));
                        for (int i = 0; i < hops; i++) {
                            assertThat(designed.link(found[i])).isEqualTo(tree.link(expected[i]));
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("wideTrees")
    void shouldNotTakeSwitchesWithManagementNodesForLeaves(FatTree tree) {
        List<String> all = switches(tree);
        requireSameRoots(tree, with(tree, all.subList(all.size() - 1, all.size())));
        requireSameRoots(tree, with(tree, all));
    }

    static Stream<FatTree> wideTrees() {
        return trees().filter(tree -> tree.levels().size() > 1);
    }

    /** This tree has as many roots as leaves, and as many nodes on both, so its leaves can be told only where the roots are named. */
    @Test
    void shouldTakeTheRootsThatAreGiven() {
        FatTree tree = FatTree.of(2, 1, 2, 1).withPaths(2);
        TableFabric alike = with(tree, List.of("root0", "root1"));
        assertThatThrownBy(() -> TableDesign.of(alike)).hasMessageContaining("say which switches are roots");
        requireSameRoots(tree, alike.withRoots(List.of(2, 3)));
        assertThatThrownBy(() -> TableDesign.of(alike.withRoots(List.of(0, 2)))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("joins two switches that are both 0 links from the nearest root that is given");
    }

    /** A leaf of which one node is left has no more nodes than the roots with their management nodes, or fewer. */
    @Test
    void shouldRouteToALeafWithFewNodes() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b", "c", "d", "e", "login", "store"),
                List.of("x", "y", "few", "r", "s"));
        int[] at = {7, 7, 8, 8, 9, 10, 10};
        for (int node = 0; node < at.length; node++) {
            builder.cable(node, at[node], 1);
        }
        for (int leaf = 7; leaf < 10; leaf++) {
            builder.cable(leaf, 10, 1);
            builder.cable(leaf, 11, 1);
        }
        TableFabric fabric = TableDesign.of(builder.shortest().build().withRoots(List.of(3, 4))).general(2);
        assertThat(root(fabric, 0, 4, 0)).isNotEqualTo(root(fabric, 0, 4, 1));
        assertThat(fabric.longestRoute()).isEqualTo(4);
        // without knowing the roots, there is a route between all nodes too
        assertThat(TableDesign.of(fabric.withRoots(List.of())).general(2).longestRoute()).isEqualTo(4);
    }

    /** Only leaves with nodes need a common root with every other leaf. */
    @Test
    void shouldReachNodesFromALeafWithoutNodes() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b"), List.of("x", "y", "empty", "r", "s"));
        builder.cable(0, 2, 1);
        builder.cable(1, 3, 1);
        builder.cable(2, 5, 1);
        builder.cable(3, 5, 1);
        builder.cable(3, 6, 1);
        builder.cable(4, 6, 1);
        TableFabric fabric = TableDesign.of(builder.shortest().build().withRoots(List.of(3, 4))).general(1);
        int at = 4;
        for (int hops = 0; at != 0 && hops < 6; hops++) {
            at = fabric.to(fabric.next(0, at, 0));
        }
        assertThat(at).isZero();
    }

    @Test
    void shouldRefuseWhatIsNoTree() {
        TableFabric.Builder pair = new TableFabric.Builder(List.of("a", "b"), List.of("x", "y"));
        pair.cable(0, 2, 1);
        pair.cable(1, 3, 1);
        pair.cable(2, 3, 1);
        TableFabric fabric = pair.shortest().build();
        assertThatThrownBy(() -> TableDesign.of(fabric)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("link=x->y: joins two switches that are both 0 links from the nearest leaf");
    }

    @Test
    void shouldRefuseLeavesThatNoWayUpAndDownJoins() {
        // leaves x and z meet only by way of y, which a message would have to pass between two climbs, as r and s are the roots
        TableFabric.Builder zigzag = new TableFabric.Builder(List.of("a", "b", "c"), List.of("x", "y", "z", "r", "s"));
        zigzag.cable(0, 3, 1);
        zigzag.cable(1, 4, 1);
        zigzag.cable(2, 5, 1);
        zigzag.cable(3, 6, 1);
        zigzag.cable(4, 6, 1);
        zigzag.cable(4, 7, 1);
        zigzag.cable(5, 7, 1);
        TableDesign design = TableDesign.of(zigzag.shortest().build().withRoots(List.of(3, 4)));
        assertThatThrownBy(() -> design.general(2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from=z to=x: no switch lies above both");
        // where roots are not given, y is taken for one, so all routes climb, then descend
        assertThat(TableDesign.of(zigzag.shortest().build()).general(2).longestRoute()).isEqualTo(6);
    }
}
