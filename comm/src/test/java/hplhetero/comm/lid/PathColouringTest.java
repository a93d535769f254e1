package hplhetero.comm.lid;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.comm.schedule.Traffic;
import hplhetero.comm.topology.Fabric;
import hplhetero.comm.topology.FatTree;
import hplhetero.comm.topology.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PathColouringTest {
    private static final FatTree BIG = FatTree.of(36, 18, 18, 1).withPaths(18);

    private static Traffic ring(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1 << 20, 0);
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

    private static void requireFree(Placement placement, String what) {
        Traffic pattern = ring(placement.ranks());
        LidChoice choice = LidMethod.COLOURING.choose(LidQuestion.of(placement, List.of(pattern)));
        assertThat(choice.unsolved()).as(what).isZero();
        assertThat(Contention.of(placement.over(choice.table()), pattern).worst()).as(what).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldFreeAnySixteenOfThePapersThirtyNodes() {
        for (int seed = 0; seed < 1000; seed++) {
            requireFree(random(FatTree.of(5, 6, 6, 1).withPaths(6), 16, seed), "seed=" + seed);
        }
    }

    @Test
    void shouldFreeManyOf648Nodes() {
        for (int ranks : new int[] {400, 600, 648}) {
            requireFree(random(BIG, ranks, ranks), "ranks=" + ranks);
        }
    }

    @Test
    void shouldFreeThreeLevels() {
        FatTree tree = FatTree.kary(6, 3).withPaths(36);
        for (int ranks : new int[] {40, 100, 180, 216}) {
            requireFree(random(tree, ranks, ranks), "ranks=" + ranks);
        }
        requireFree(Placement.full(tree), "full");
    }
}
