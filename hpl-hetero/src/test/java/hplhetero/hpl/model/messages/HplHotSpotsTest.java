package hplhetero.hpl.model.messages;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** HPL's rows and columns on 64 to 648 random nodes of 648, on random grids: what the most loaded link between switches carries. */
@Slow
class HplHotSpotsTest {
    private static final FatTree TREE = FatTree.of(36, 18, 18, 1).withPaths(18);
    private static final int LEAST_RANKS = 64;

    private final Random random = new Random(7);

    /** Ranks in any order, on a grid of any shape that has so many. */
    private record Job(Placement placement, HplPatterns patterns) {

        static Job random(Random random) {
            int ranks = LEAST_RANKS + random.nextInt(TREE.nodes() - LEAST_RANKS + 1);
            int[] heights = IntStream.rangeClosed(1, ranks).filter(p -> ranks % p == 0).toArray();
            int p = heights[random.nextInt(heights.length)];
            ProcessMapping mapping = ProcessMapping.values()[random.nextInt(2)];
            List<Integer> nodes = new ArrayList<>(IntStream.range(0, TREE.nodes()).boxed().toList());
            Collections.shuffle(nodes, random);
            return new Job(Placement.of(TREE, nodes.subList(0, ranks).stream().mapToInt(Integer::intValue).toArray()),
                    HplPatterns.of(p, ranks / p, mapping));
        }

        Placement over(LidMethod method, List<Traffic> traffics) {
            PathTable table = method.choose(LidQuestion.of(placement, traffics)).table();
            return placement.over(table);
        }
    }

    private static double worst(Placement placement, List<Traffic> traffics) {
        return traffics.stream().mapToDouble(traffic -> Contention.of(placement, traffic).worst()).max().orElseThrow();
    }

    @Test
    void shouldFreeAllRowsRingsAndAllColumnsExchangesByOneTable() {
        double most = 0;
        for (int i = 0; i < 100; i++) {
            Job job = Job.random(random);
            List<Traffic> traffics = List.of(job.patterns.rows(BroadcastAlgorithm.RING),
                    job.patterns.columns(SwapAlgorithm.BINARY_EXCHANGE));
            assertThat(worst(job.over(LidMethod.COLOURING, traffics), traffics)).as("job %d, %s", i, job.placement).isEqualTo(1);
            double single = worst(job.placement, traffics);
            assertThat(single).isGreaterThanOrEqualTo(2);
            most = Math.max(most, single);
        }
        assertThat(most).isBetween(3.0, 6.0);
    }

    /** Where what spreads from each rank to all of its column would take the paths of what rolls, if that were not served before. */
    @Test
    void shouldFreePivotsAndWhatSpreadsAndRollsBesides() {
        for (int i = 0; i < 10; i++) {
            Job job = Job.random(random);
            List<Traffic> traffics = job.patterns.all(BroadcastAlgorithm.RING, SwapAlgorithm.SPREAD_ROLL);
            assertThat(worst(job.over(LidMethod.COLOURING, traffics), traffics)).as("job %d, %s", i, job.placement).isEqualTo(1);
        }
    }
}
