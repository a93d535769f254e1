package hplhetero.network.lid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Torus;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SixStepsTest {
    private static final FatTree EIGHTEEN = PaperPlacements.hotSpots(3, 6);

    private static Traffic shifts(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1024, 0);
    }

    private static LidChoice choose(LidMethod method, Placement placement) {
        return method.choose(LidQuestion.of(placement, List.of(shifts(placement.ranks()))));
    }

    /** The name of the root that a rank's messages to another pass. */
    private static String root(Placement placement, LidChoice choice, int from, int to) {
        int[] route = new int[placement.fabric().longestRoute()];
        int hops = placement.over(choice.table()).route(from, to, route);
        return placement.fabric().link(route[hops / 2]).from();
    }

    /** Figure 5: leaves 1 and 4 have three nodes, leaf 3 has two. */
    @Test
    void shouldNumberFirstTheNodesOfLeavesThatHaveMore() {
        Placement placement = Placement.of(EIGHTEEN, 3, 4, 5, 9, 10, 12, 13, 14);
        assertThat(SixSteps.order(placement)).containsExactly(0, 1, 2, 5, 6, 7, 3, 4);
        assertThat(SixSteps.order(placement.permuted(7, 6, 5, 4, 3, 2, 1, 0))).containsExactly(7, 6, 5, 2, 1, 0, 4, 3);
        // nodes count, not ranks
        assertThat(SixSteps.order(Placement.of(EIGHTEEN, 0, 0, 0, 4, 3))).containsExactly(4, 3, 0, 1, 2);
    }

    /** Step by step by hand: six ranks on leaves 0, 0, 0, 1, 1, 2 at distance 2. */
    @Test
    void shouldTakeTheFirstRootFromTheSendersOwnOn() {
        Placement placement = Placement.of(EIGHTEEN, 0, 1, 2, 3, 4, 6);
        LidChoice choice = choose(LidMethod.PAPER, placement);
        // 0 to 2 stays on its leaf; root 1 is rank 1's own, 2 rank 2's, 0 rank 3's
        assertThat(root(placement, choice, 1, 3)).isEqualTo("root1");
        assertThat(root(placement, choice, 2, 4)).isEqualTo("root2");
        assertThat(root(placement, choice, 3, 5)).isEqualTo("root0");
        assertThat(root(placement, choice, 4, 0)).isEqualTo("root1");
        // rank 5's own root 2 is free down to leaf 0
        assertThat(root(placement, choice, 5, 1)).isEqualTo("root2");
        // at distance 1: 2 to 3 by root 2, 4 to 5 by root 1, 5 to 0 by root 2
        assertThat(root(placement, choice, 2, 3)).isEqualTo("root2");
        assertThat(root(placement, choice, 4, 5)).isEqualTo("root1");
        // at distance 3, 2 to 5 by root 2, 3 to 0 by root 0, 4 to 1 by root 1, and 5 to 2 by root 2
        assertThat(root(placement, choice, 5, 2)).isEqualTo("root2");
        // at distance 4, 0 to 4 by root 0, 1 to 5 by 1, 2 stays; 3 to 1 by root 0, 4 to 2 by 1, 5 to 3 by root 2
        assertThat(root(placement, choice, 3, 1)).isEqualTo("root0");
        assertThat(choice.table().path(0, 1)).isZero();
        assertThat(choice.unsolved()).isZero();
    }

    /** Ranks 0 and 3, of one leaf, begin at the same root. */
    @Test
    void shouldGoRoundPastRootsThatAreTaken() {
        Placement placement = Placement.of(EIGHTEEN, 0, 1, 3, 2, 4, 5);
        LidChoice choice = choose(LidMethod.PAPER, placement);
        // distance 2: 0 to 3's node 3 by root 0, 1 to node 2 on its leaf, node 3 to 4 on its leaf, rank 3 (node 2) to 5 has root 0 taken
        assertThat(root(placement, choice, 0, 2)).isEqualTo("root0");
        assertThat(root(placement, choice, 3, 5)).isEqualTo("root1");
        assertThat(choice.unsolved()).isZero();
    }

    @Test
    void shouldCountMessagesWithoutAFreePath() {
        // two ranks a node on both leaves: six messages over three roots
        int[] nodes = {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5};
        Placement placement = Placement.of(EIGHTEEN, nodes);
        LidChoice choice = choose(LidMethod.PAPER, placement);
        // at distance d, min(d, 12 - d) messages go each way
        assertThat(choice.unsolved()).isEqualTo(2 * (1 + 2 + 3 + 2 + 1));
        assertThat(Contention.of(placement.over(choice.table()), shifts(12)).worst()).isEqualTo(1);
    }

    @Test
    void shouldChooseTheSameRootsOnTablesWhoseLidsDifferFromLeafToLeaf() {
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            Placement onTree = PaperPlacements.random(EIGHTEEN, 2 + random.nextInt(17), random);
            int[] nodes = onTree.nodes();
            LidChoice chosen = choose(LidMethod.PAPER, onTree);
            Placement onTables = Placement.of(cabled(EIGHTEEN), nodes);
            LidChoice others = choose(LidMethod.PAPER, onTables);
            assertThat(others.unsolved()).isEqualTo(chosen.unsolved());
            for (int from = 0; from < nodes.length; from++) {
                for (int to = 0; to < nodes.length; to++) {
                    if (nodes[from] / 3 != nodes[to] / 3) {
                        assertThat(root(onTables, others, from, to)).isEqualTo(root(onTree, chosen, from, to));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NODE_WISE", "PAPER"})
    void shouldChooseTheSameOnATreeAndOnItsTables(LidMethod method) {
        for (FatTree tree : List.of(EIGHTEEN, FatTree.of(4, 3, 2, 2).withPaths(4), FatTree.kary(3, 3).withPaths(9))) {
            Placement onTree = PaperPlacements.random(tree, 10, new Random(7));
            Placement onTables = Placement.of(tree.tables().build(), onTree.nodes());
            assertThat(choose(method, onTables)).isEqualTo(choose(method, onTree));
        }
    }

    /** With several cables a pair the first of all roots are numbered first, then the second ones; a sender's own is one of all. */
    @Test
    void shouldSpreadOverRootsBeforeSecondCables() {
        Placement placement = Placement.of(FatTree.of(2, 4, 2, 2).withPaths(4), 0, 1, 2, 3, 4, 5, 6, 7);
        LidChoice choice = choose(LidMethod.PAPER, placement);
        assertThat(List.of(0, 1, 2, 3).stream().map(from -> root(placement, choice, from, from + 4)))
                .containsExactly("root0", "root1", "root0", "root1");
        assertThat(choice.unsolved()).isZero();
        assertThat(Contention.of(placement.over(choice.table()), shifts(8)).free()).isTrue();
    }

    /** The tree's tables, where at leaf i path p goes as path p + i does there. */
    private static TableFabric cabled(FatTree tree) {
        TableFabric as = tree.tables().build();
        TableFabric.Builder builder = tree.tables();
        for (int leaf = 0; leaf < 6; leaf++) {
            for (int to = 0; to < tree.nodes(); to++) {
                for (int path = 0; path < 3; path++) {
                    builder.next(path, tree.nodes() + leaf, to, as.next((path + leaf) % 3, tree.nodes() + leaf, to));
                }
            }
        }
        return builder.build();
    }

    @Test
    void shouldKeepWhatAnEarlierPatternDecided() {
        Placement placement = PaperPlacements.random(PaperPlacements.hotSpots(6, 5), 16, new Random(3));
        Traffic pairwise = AlltoallKind.PAIRWISE.traffic(16, 1024, 0);
        LidChoice first = choose(LidMethod.PAPER, placement);
        LidChoice both = LidMethod.PAPER.choose(LidQuestion.of(placement, List.of(shifts(16), pairwise)));
        LidChoice turned = LidMethod.PAPER.choose(LidQuestion.of(placement, List.of(pairwise, shifts(16))));
        // an alltoall decides all pairs
        assertThat(both.table()).isEqualTo(first.table());
        assertThat(Contention.of(placement.over(turned.table()), pairwise).free()).isTrue();
        assertThat(Contention.of(placement.over(first.table()), pairwise).free()).isFalse();
        assertThat(both.unsolved()).isPositive();
    }

    @Test
    void shouldTakeWaysOfBothLevelsInTreesOfThree() {
        FatTree tree = FatTree.kary(4, 3).withPaths(16);
        Random random = new Random(11);
        int free = 0;
        for (int i = 0; i < 40; i++) {
            Placement nodes = PaperPlacements.random(tree, 40, random);
            Placement placement = nodes.permuted(SixSteps.order(nodes));
            LidChoice choice = choose(LidMethod.PAPER, placement);
            Contention contention = Contention.of(placement.over(choice.table()), shifts(40));
            assertThat(contention.free()).isEqualTo(choice.unsolved() == 0);
            assertThat(Contention.of(placement, shifts(40)).mean()).isGreaterThan(contention.mean());
            free += contention.free() ? 1 : 0;
        }
        assertThat(free).isEqualTo(13);
    }

    @Test
    void shouldUseTheFirstPathsAlone() {
        Placement nodes = PaperPlacements.random(PaperPlacements.hotSpots(6, 5), 16, new Random(3));
        Placement placement = nodes.permuted(SixSteps.order(nodes));
        for (int paths = 1; paths <= 6; paths++) {
            for (LidMethod method : List.of(LidMethod.NODE_WISE, LidMethod.PAPER)) {
                assertThat(method.choose(new LidQuestion(placement, List.of(shifts(16)), paths)).table().most()).isLessThan(paths);
            }
        }
        LidChoice one = LidMethod.PAPER.choose(new LidQuestion(placement, List.of(shifts(16)), 1));
        assertThat(one.table()).isEqualTo(choose(LidMethod.SINGLE, placement).table());
        assertThat(one.unsolved()).isPositive();
    }

    /** Node i of a job over root i mod K: nodes of a leaf that follow each other in it over as many roots as they are. */
    @Test
    void shouldReachEachNodeOfAJobOverTheRootOfItsNumberInIt() {
        Placement placement = Placement.of(EIGHTEEN, 1, 4, 7, 10, 11, 2, 4);
        LidChoice choice = choose(LidMethod.NODE_WISE, placement);
        for (int from = 0; from < 7; from++) {
            for (int to = 0; to < 7; to++) {
                if (placement.nodeOf(from) / 3 != placement.nodeOf(to) / 3) {
                    // rank 6 sits on the node of rank 1
                    assertThat(root(placement, choice, from, to)).isEqualTo("root" + (to == 6 ? 1 : to) % 3);
                }
            }
        }
    }

    @Test
    void shouldRefuseATorus() {
        Placement placement = Placement.full(Torus.torus(4, 3));
        for (LidMethod method : List.of(LidMethod.NODE_WISE, LidMethod.PAPER)) {
            assertThatThrownBy(() -> choose(method, placement)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("in fat trees only");
        }
        assertThatThrownBy(() -> SixSteps.order(placement)).isInstanceOf(IllegalArgumentException.class);
    }
}
