package hplhetero.network.lid.tables;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidChoice;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTablesTest {
    private static final long BYTES = 1 << 20;

    static Traffic shift(int ranks) {
        return AlltoallKind.RING.traffic(ranks, BYTES, 0);
    }

    /** Ranks in the order of their nodes, on random ones. */
    static Placement scattered(Fabric fabric, int ranks, long seed) {
        int[] nodes = IntStream.range(0, fabric.nodes()).toArray();
        Random random = new Random(seed);
        for (int i = nodes.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int node = nodes[i];
            nodes[i] = nodes[j];
            nodes[j] = node;
        }
        return Placement.of(fabric, Arrays.stream(nodes).limit(ranks).sorted().toArray());
    }

    /** What 6 roots do with more LIDs than 6 takes one, or two where the last ranks meet the first. */
    @Test
    void shouldFreeAShiftWithTwoPaths() {
        FatTree tree = FatTree.of(6, 5, 6, 1);
        for (int ranks : new int[] {2, 7, 16, 24, 30}) {
            for (int seed = 0; seed < 10; seed++) {
                Placement placement = scattered(tree, ranks, seed);
                JobTables job = JobTables.design(placement, List.of(shift(ranks)), 2);
                assertThat(job.free()).as("%d ranks, seed %d", ranks, seed).isTrue();
                assertThat(job.choice().unsolved()).isZero();
                assertThat(Contention.of(job.placed(placement), shift(ranks)).free()).isTrue();
            }
        }
    }

    @Test
    void shouldNeverBeWorseThanGeneralTables() {
        FatTree tree = FatTree.of(6, 5, 6, 1);
        for (int seed = 0; seed < 10; seed++) {
            for (Traffic pattern : List.of(shift(16), AlltoallKind.PAIRWISE.traffic(16, BYTES, 0))) {
                Placement placement = scattered(tree, 16, seed);
                Placement general = placement.on(tree.withPaths(2));
                LidChoice choice = LidMethod.COLOURING.choose(LidQuestion.of(general, List.of(pattern)));
                Contention plain = Contention.of(general.over(choice.table()), pattern);
                assertThat(JobTables.design(placement, List.of(pattern), 2).contentions().getFirst().mean())
                        .isLessThanOrEqualTo(plain.mean());
            }
        }
    }

    /** Each pair takes the route that it was coloured for, though a node has fewer paths than routes. */
    @ParameterizedTest
    @CsvSource({
        // ranks, paths of 16 routes
        "20, 5",
        "40, 8",
        "64, 8",
    })
    void shouldDealFewPathsToManyRoutes(int ranks, int paths) {
        Placement placement = scattered(FatTree.kary(4, 3), ranks, 3);
        JobTables job = JobTables.dealt(placement, List.of(shift(ranks)), paths);
        assertThat(job.displaced()).isZero();
        assertThat(job.choice().table().most()).isLessThan(paths);
        assertThat(job.free()).isTrue();
    }

    /** With more routes from a leaf than paths, some pairs are displaced, and it is told. */
    @Test
    void shouldTellWhoShares() {
        Placement placement = scattered(FatTree.kary(4, 3), 64, 3);
        JobTables job = JobTables.dealt(placement, List.of(shift(64)), 1);
        assertThat(job.displaced()).isPositive();
        assertThat(job.free()).isFalse();
    }

    /** Ranks on one node send by different routes to one destination, which come to it by one link. */
    @Test
    void shouldServeSeveralRanksOnANode() {
        FatTree tree = FatTree.of(4, 4, 2, 2);
        Placement placement = Placement.of(tree, 0, 0, 5, 5, 9, 9, 14, 14);
        JobTables job = JobTables.design(placement, List.of(shift(8)), 4);
        assertThat(job.placed(placement).ranks()).isEqualTo(8);
        assertThat(job.free()).isTrue();
    }

    @Test
    void shouldSayHowManyLidsSuffice() {
        Placement placement = scattered(FatTree.of(6, 5, 6, 1), 16, 1);
        List<LidNeed> general = LidNeed.general(placement, List.of(shift(16)));
        assertThat(general).extracting(LidNeed::lmc).startsWith(0).isSorted();
        assertThat(general.getFirst().free()).isFalse();
        assertThat(general.getLast().free()).isTrue();
        List<LidNeed> job = LidNeed.job(placement, List.of(shift(16)));
        assertThat(job.getLast().free()).isTrue();
        assertThat(job.size()).isLessThanOrEqualTo(general.size());
    }

    @Test
    void shouldStopWhereMoreLidsDoNotHelp() {
        // four nodes of each leaf share three roots
        Placement placement = Placement.full(FatTree.of(3, 4, 3, 1));
        List<LidNeed> needs = LidNeed.general(placement, List.of(shift(12)));
        assertThat(needs).extracting(LidNeed::lmc).containsExactly(0, 1, 2);
        assertThat(needs).noneMatch(LidNeed::free);
    }
}
