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

    @ParameterizedTest
    @CsvSource({
        // ranks, paths, pairs that find no path of their own
        "64, 16, 0",
    })
    void trial(int ranks, int paths, int displaced) {
        FatTree tree = FatTree.kary(12, 3);
        for (int n : new int[] {64, 400, 1000, 1728}) {
            for (int p : new int[] {4, 8, 16}) {
            Placement placement = scattered(tree, n, 7);
            long at = System.nanoTime();
            JobTables job = JobTables.design(placement, List.of(shift(n)), p);
            System.out.printf("%d ranks %d paths: unsolved %d displaced %d, %.2f s%n", n, p, job.unsolved(), job.displaced(), (System.nanoTime() - at) / 1e9);
            at = System.nanoTime();
            System.out.println(Contention.of(job.placed(placement), shift(n)) + " " + (System.nanoTime() - at) / 1e9);
            }
        }
    }
}
