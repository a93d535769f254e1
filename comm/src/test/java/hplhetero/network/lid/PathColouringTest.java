package hplhetero.network.lid;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.collective.allgather.FlatAllgather;
import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.lid.colour.StagedPairs;
import hplhetero.network.lid.colour.SwitchRoutes;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PathColouringTest {
    private static final FatTree EIGHTEEN = FatTree.of(6, 3, 3, 1).withPaths(3);
    private static final FatTree THIRTY = FatTree.of(5, 6, 6, 1).withPaths(6);
    private static final FatTree BIG = FatTree.of(36, 18, 18, 1).withPaths(18);

    private static Traffic ring(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1 << 20, 0);
    }

    private static Traffic pairwise(int ranks) {
        return AlltoallKind.PAIRWISE.traffic(ranks, 1 << 20, 0);
    }

    private static Placement random(Fabric fabric, int ranks, int seed) {
        int[] nodes = IntStream.range(0, fabric.nodes()).toArray();
        Random random = new Random(seed);
        for (int i = nodes.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = nodes[i];
            nodes[i] = nodes[j];
            nodes[j] = swapped;
        }
        return Placement.of(fabric, Arrays.stream(nodes, 0, ranks).toArray());
    }

    private static LidChoice choose(Placement placement, int paths, Traffic... patterns) {
        return LidMethod.COLOURING.choose(new LidQuestion(placement, List.of(patterns), paths));
    }

    /** With one rank a node: what was chosen has hot spots only where the choice says that pairs are left. */
    private static Contention requireHonest(Placement placement, LidChoice choice, Traffic pattern, String what) {
        Contention found = Contention.of(placement.over(choice.table()), pattern);
        assertThat(choice.unsolved() == 0).as(what).isEqualTo(found.free());
        assertThat(choice.unsolved()).as(what).isGreaterThanOrEqualTo(found.contended());
        return found;
    }

    private static void requireFree(Placement placement, int paths, Traffic pattern, String what) {
        LidChoice choice = choose(placement, paths, pattern);
        assertThat(choice.unsolved()).as(what).isZero();
        assertThat(requireHonest(placement, choice, pattern, what).worst()).as(what).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldFreeAnySixteenOfThePapersThirtyNodes() {
        for (int seed = 0; seed < 1000; seed++) {
            requireFree(random(THIRTY, 16, seed), 6, ring(16), "seed=" + seed);
        }
        for (int ranks = 2; ranks <= 30; ranks++) {
            requireFree(Placement.of(THIRTY, IntStream.range(0, ranks).toArray()), 6, ring(ranks), "ranks=" + ranks);
        }
    }

    /** One placement for each number of nodes on each leaf: the 4,096 stand for the 262,144 subsets. */
    @Test
    void shouldFreeAllSubsetsOfThePapersEighteenNodes() {
        long subsets = 0;
        for (int code = 0; code < 1 << 12; code++) {
            int[] nodes = new int[18];
            int ranks = 0;
            long alike = 1;
            for (int leaf = 0; leaf < 6; leaf++) {
                int count = code >> 2 * leaf & 3;
                alike *= count == 1 || count == 2 ? 3 : 1;
                for (int i = 0; i < count; i++) {
                    nodes[ranks++] = 3 * leaf + i;
                }
            }
            subsets += alike;
            if (ranks > 0) {
                requireFree(Placement.of(EIGHTEEN, Arrays.copyOf(nodes, ranks)), 3, ring(ranks), "code=" + code);
            }
        }
        assertThat(subsets).isEqualTo(1 << 18);
    }

    /** What the test above rests on: which nodes of a leaf take part makes no difference to what is coloured, but to the paths' names. */
    @Test
    void shouldDependOnlyOnHowManyNodesEachLeafHas() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int subset = 1 + random.nextInt((1 << 18) - 1);
            int[] nodes = IntStream.range(0, 18).filter(node -> (subset >> node & 1) != 0).toArray();
            int[] firsts = nodes.clone();
            for (int i = 0; i < nodes.length; i++) {
                firsts[i] = i > 0 && nodes[i] / 3 == nodes[i - 1] / 3 ? firsts[i - 1] + 1 : nodes[i] / 3 * 3;
            }
            Traffic ring = ring(nodes.length);
            requireFree(Placement.of(EIGHTEEN, nodes), 3, ring, "subset=" + subset);
            requireFree(Placement.of(EIGHTEEN, firsts), 3, ring, "firsts of subset=" + subset);
        }
    }

    @Test
    void shouldFreeManyOf648Nodes() {
        for (int ranks : new int[] {400, 600, 648}) {
            requireFree(random(BIG, ranks, ranks), 18, ring(ranks), "ranks=" + ranks);
        }
    }

    @Test
    void shouldFreeThreeLevels() {
        FatTree tree = FatTree.kary(6, 3).withPaths(36);
        for (int ranks : new int[] {40, 100, 180, 216}) {
            requireFree(random(tree, ranks, ranks), 36, ring(ranks), "ranks=" + ranks);
        }
        FatTree large = FatTree.kary(12, 3).withPaths(144);
        requireFree(random(large, 700, 1), 144, ring(700), "1,728 nodes");
    }

    @Test
    void shouldFreeSeveralCablesAndSeveralRanksANode() {
        FatTree cables = FatTree.of(6, 8, 2, 4).withPaths(8);
        requireFree(random(cables, 31, 1), 8, ring(31), "cables");
        int[] nodes = IntStream.range(0, 36).map(i -> i % 18).toArray();
        Placement twice = Placement.of(EIGHTEEN, nodes);
        LidChoice choice = choose(twice, 3, ring(36));
        assertThat(choice.unsolved()).isZero();
        assertThat(Contention.of(twice.over(choice.table()), ring(36)).free()).isTrue();
    }

    /** Six nodes a leaf over two roots: no link need carry more than three messages, and with one LID some carry more. */
    @Test
    void shouldLoadNoLinkOfATaperedTreeMoreThanItMust() {
        FatTree tapered = FatTree.of(5, 6, 2, 1).withPaths(2);
        for (int seed = 0; seed < 50; seed++) {
            Placement placement = random(tapered, 20, seed);
            LidChoice choice = choose(placement, 2, ring(20));
            int most = (int) IntStream.range(0, 5).mapToLong(leaf ->
                    IntStream.range(0, 20).filter(rank -> placement.nodeOf(rank) / 6 == leaf).count()).max().orElseThrow();
            assertThat(choice.unsolved()).as("seed=" + seed).isZero();
            assertThat(Contention.of(placement.over(choice.table()), ring(20)).worst()).as("seed=" + seed)
                    .isLessThanOrEqualTo((most + 1) / 2);
        }
    }

    /** From tables alone, where nothing says that ways are alike: all lists are full, so it never fails. */
    @Test
    void shouldFreeWhatIsGivenByTables() {
        TableFabric tables = THIRTY.tables().build();
        for (int seed = 0; seed < 200; seed++) {
            requireFree(random(tables, 5 + seed % 26, seed), 6, ring(5 + seed % 26), "seed=" + seed);
        }
        TableFabric cables = FatTree.of(6, 8, 2, 4).withPaths(8).tables().build();
        requireFree(Placement.full(cables), 8, ring(48), "cables");
        TableFabric big = FatTree.of(18, 18, 18, 1).withPaths(18).tables().build();
        requireFree(random(big, 300, 3), 18, ring(300), "324 nodes");
    }

    /** Nodes linked to two leaves each; between nodes of the same two no message passes a link between switches. */
    @Test
    void shouldTakeNodesWithTwoLinks() {
        FatTree rails = FatTree.of(List.of(new FatTree.Level(6, 2, 1, 1), new FatTree.Level(6, 6, 1, 1))).withPaths(12);
        requireFree(random(rails, 30, 1), 12, ring(30), "rails");
        requireFree(random(rails.tables().build(), 30, 1), 12, ring(30), "rails by tables");
        // as many ways up from both leaves together as nodes: both must be used evenly
        FatTree even = FatTree.of(List.of(new FatTree.Level(6, 2, 1, 1), new FatTree.Level(6, 3, 1, 1))).withPaths(6);
        requireFree(random(even, 30, 1), 6, ring(30), "even rails");
    }

    /** Three levels, half as many ways up to the roots as nodes: two messages must share a way, and no more do. */
    @Test
    void shouldLoadTheRootsOfATaperedTreeEvenly() {
        FatTree tapered = FatTree.of(List.of(new FatTree.Level(6, 1, 1, 1), new FatTree.Level(6, 6, 1, 1),
                new FatTree.Level(6, 3, 1, 1))).withPaths(18);
        for (int ranks : new int[] {60, 120, 216}) {
            Placement placement = random(tapered, ranks, 1);
            LidChoice choice = choose(placement, 18, ring(ranks));
            assertThat(Contention.of(placement.over(choice.table()), ring(ranks)).worst()).as("ranks=" + ranks).isLessThanOrEqualTo(2);
        }
    }

    /** Ten leaves of four nodes below six roots, cables missing at random, and the paths of shortest routes over what is left. */
    private static TableFabric damaged(int seed) {
        Random random = new Random(seed);
        List<String> nodes = IntStream.range(0, 38).mapToObj(i -> "n" + i).toList();
        List<String> switches = IntStream.range(0, 16).mapToObj(i -> "s" + i).toList();
        TableFabric.Builder builder = new TableFabric.Builder(nodes, switches).paths(8);
        for (int node = 0; node < 38; node++) {
            builder.cable(node, 38 + node / 4, 1);
        }
        for (int leaf = 0; leaf < 10; leaf++) {
            for (int root = 0; root < 6; root++) {
                if (root == 0 || leaf == root || random.nextInt(10) > 0) {
                    builder.cable(38 + leaf, 48 + root, 1);
                }
            }
        }
        return builder.shortest().build();
    }

    @Test
    void shouldFreeNearlyAllWhereCablesAreMissingAndSayWhatIsLeft() {
        int contended = 0;
        for (int seed = 0; seed < 100; seed++) {
            Placement placement = random(damaged(seed), 25, seed);
            LidChoice choice = choose(placement, 8, ring(25));
            Contention found = Contention.of(placement.over(choice.table()), ring(25));
            int tight = tightStages(placement);
            contended += found.contended();
            assertThat(choice.unsolved()).as("seed=" + seed).isGreaterThanOrEqualTo(found.contended() - tight);
            assertThat(choice.unsolved() == 0 && tight == 0).as("seed=" + seed).isEqualTo(found.free() && tight == 0);
        }
        assertThat(contended).isLessThan(100 * 24 / 50);
    }

    /** Stages in which a leaf, or two, have fewer links left than messages that pass them: there somebody must wait. */
    private static int tightStages(Placement placement) {
        StagedPairs pairs = StagedPairs.of(placement, List.of(ring(25)));
        SwitchRoutes.LeafBound bound = new SwitchRoutes(placement, 8, SwitchLinks.of(placement.fabric())).bound();
        return (int) IntStream.range(0, pairs.stages()).filter(stage -> bound.must(pairs, stage) > 1).count();
    }

    @Test
    void shouldNeedNotAsManyPathsAsRoots() {
        for (int seed = 0; seed < 300; seed++) {
            requireFree(random(THIRTY, 16, seed), 4, ring(16), "seed=" + seed);
        }
        // with one path there is no choice
        Placement placement = random(THIRTY, 16, 0);
        assertThat(requireHonest(placement, choose(placement, 1, ring(16)), ring(16), "one path").free()).isFalse();
        // three levels, 16 LIDs of 144 ways
        FatTree tree = FatTree.kary(12, 3).withPaths(16);
        requireFree(random(tree, 200, 1), 16, ring(200), "1,728 nodes");
    }

    @Test
    void shouldServeTwoPatternsByOneTable() {
        for (int seed = 0; seed < 20; seed++) {
            Placement placement = random(BIG, 64, seed);
            LidChoice choice = choose(placement, 18, ring(64), pairwise(64));
            assertThat(choice.unsolved()).as("seed=" + seed).isZero();
            requireHonest(placement, choice, ring(64), "seed=" + seed);
            requireHonest(placement, choice, pairwise(64), "seed=" + seed);
        }
    }

    /** Full leaves leave no room for another pattern; the first one must not suffer from it. */
    @Test
    void shouldKeepTheFirstPatternFreeWhereNotAllCanBe() {
        Placement placement = random(THIRTY, 28, 5);
        LidChoice choice = choose(placement, 6, ring(28), pairwise(28));
        assertThat(Contention.of(placement.over(choice.table()), ring(28)).free()).isTrue();
        Contention second = requireHonest(placement, choice, pairwise(28), "pairwise");
        LidChoice ringAlone = choose(placement, 6, ring(28));
        assertThat(second.mean()).isLessThan(Contention.of(placement.over(ringAlone.table()), pairwise(28)).mean());
    }

    /** Ring allgather: the same pairs send in every stage. */
    @Test
    void shouldColourPairsOnceThatSendInSeveralStages() {
        Traffic allgather = FlatAllgather.of(AllgatherAlgorithm.RING).traffic(25, 1024, 0);
        requireFree(random(THIRTY, 25, 2), 6, allgather, "ring");
        Traffic butterfly = FlatAllgather.of(AllgatherAlgorithm.BINARY_EXCHANGE).traffic(16, 1024, 0);
        requireFree(random(THIRTY, 16, 2), 6, butterfly, "recursive doubling");
    }

    @Test
    void shouldChooseTheSameAgain() {
        Placement placement = random(THIRTY, 28, 5);
        assertThat(choose(placement, 3, ring(28), pairwise(28))).isEqualTo(choose(placement, 3, ring(28), pairwise(28)));
    }

    @Test
    void shouldTakeARankAloneAndRanksOfOneNode() {
        assertThat(choose(Placement.of(THIRTY, 3), 6, ring(1)).unsolved()).isZero();
        assertThat(choose(Placement.of(THIRTY, 3, 3), 6, ring(2)).table().most()).isZero();
    }
}
