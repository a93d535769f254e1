package hplhetero.network.lid;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.lid.tables.JobTables;
import hplhetero.network.lid.tables.SenderTables;
import hplhetero.network.lid.tables.TableDesign;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One path a sender: of 16 of the hot-spot paper's 30 nodes, and of more. */
final class SenderWiseTest {
    private static final int PLACEMENTS = 100;
    private static final FatTree THIRTY = FatTree.of(5, 6, 6, 1);

    private static Placement random(Fabric fabric, int ranks, int seed) {
        List<Integer> nodes = new ArrayList<>(IntStream.range(0, fabric.nodes()).boxed().toList());
        Collections.shuffle(nodes, new Random(seed));
        return Placement.of(fabric, nodes.subList(0, ranks).stream().mapToInt(Integer::intValue).sorted().toArray());
    }

    private static Traffic shift(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1, 0);
    }

    private static TableFabric rooted(FatTree tree, int paths) {
        return TableDesign.of(tree.tables().build()).rooted(paths);
    }

    private static void requireOnePathASender(PathTable table) {
        assertThat(IntStream.range(0, table.ranks())).allSatisfy(rank -> assertThat(table.pathFrom(rank)).isPresent());
    }

    /** In how many placements a shift of 16 ranks has a hot spot. */
    private static long contended(Fabric fabric, UnaryOperator<Placement> routed) {
        return IntStream.range(0, PLACEMENTS).mapToObj(seed -> Contention.of(routed.apply(random(fabric, 16, seed)), shift(16)))
                .filter(found -> !found.free()).count();
    }

    private static Placement senderWise(Placement placement) {
        PathTable table = LidMethod.SENDER_WISE.choose(LidQuestion.of(placement, List.of(shift(placement.ranks())))).table();
        requireOnePathASender(table);
        return placement.over(table);
    }

    @Test
    void shouldFreeNearlyAllShiftsWherePathsAreRoots() {
        TableFabric tables = rooted(THIRTY, 7);
        assertThat(contended(tables, placement -> placement)).isGreaterThan(PLACEMENTS * 9 / 10);
        assertThat(contended(tables, SenderWiseTest::senderWise)).isLessThanOrEqualTo(2);
    }

    @Test
    void shouldBeOfLittleUseWherePathsDependOnTheReceiver() {
        assertThat(contended(THIRTY.withPaths(6), SenderWiseTest::senderWise)).isGreaterThan(PLACEMENTS * 9 / 10);
    }

    @Test
    void shouldFreeAllByTablesOfTheJobWithAPathForEachRankBelowALeaf() {
        for (int seed = 0; seed < PLACEMENTS / 2; seed++) {
            Placement placement = random(THIRTY, 16, seed);
            for (Traffic pattern : List.of(shift(16), AlltoallKind.PAIRWISE.traffic(16, 1, 0))) {
                JobTables made = SenderTables.design(placement, List.of(pattern), 8);
                requireOnePathASender(made.choice().table());
                assertThat(made.displaced()).as("seed=" + seed).isZero();
                assertThat(Contention.of(made.placed(placement), pattern).free()).as(pattern.name() + " seed=" + seed).isTrue();
            }
        }
    }

    @Test
    void shouldCountPairsThatFindNoPathOfTheirOwn() {
        Placement placement = Placement.full(THIRTY);
        assertThat(SenderTables.design(placement, List.of(shift(30)), 6).displaced()).isZero();
        JobTables few = SenderTables.design(placement, List.of(shift(30)), 2);
        assertThat(few.displaced()).isPositive();
        assertThat(few.choice().table().most()).isEqualTo(1);
        assertThat(few.tables().paths()).isEqualTo(2);
    }

    @Test
    void shouldGiveRanksOfOneNodeOnlyAPathEach() {
        Placement placement = Placement.of(THIRTY, 7, 7, 7);
        JobTables made = SenderTables.design(placement, List.of(shift(3)), 2);
        requireOnePathASender(made.choice().table());
        assertThat(made.displaced()).isZero();
    }

    @Test
    void shouldClimbToARootForEachPathButTheFirst() {
        FatTree tree = FatTree.of(4, 3, 3, 2);
        TableFabric tables = rooted(tree, 7);
        int[] route = new int[tables.longestRoute()];
        int[] plain = new int[tree.longestRoute()];
        for (int from = 0; from < tree.nodes(); from++) {
            for (int to = 0; to < tree.nodes(); to++) {
                if (tree.leaf(from) != tree.leaf(to)) {
                    tree.route(from, to, plain);
                    tables.route(from, to, 0, route);
                    assertThat(route).startsWith(plain);
                    for (int path = 1; path < 7; path++) {
                        assertThat(tables.route(from, to, path, route)).isEqualTo(4);
                        assertThat(tables.link(route[1])).isEqualTo(tree.link(route[1]));
                        assertThat(tables.link(route[1]).to()).isEqualTo("root" + (path - 1) % 3);
                    }
                }
            }
        }
    }
}
