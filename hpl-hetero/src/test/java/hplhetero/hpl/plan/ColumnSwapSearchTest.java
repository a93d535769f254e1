package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.map.Maps;
import hplhetero.hpl.problem.MapSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColumnSwapSearchTest {
    private static final int NB = 100;

    private static MapSpec.Explicit weighted(Cluster cluster, int n, int p) {
        long[] capacity = new long[cluster.size()];
        Arrays.fill(capacity, Long.MAX_VALUE);
        List<Integer> ranks = IntStream.range(0, cluster.size()).boxed().toList();
        Maps maps = new Maps(n, NB, StepCost.of(cluster, NB), capacity);
        return maps.weighted(maps.placed(ranks, p, ranks.size() / p)).orElseThrow();
    }

    private static Prediction price(Cluster cluster, int n, MapSpec.Explicit map) {
        return TimeModel.price(cluster, n, NB, map, Clusters.variant(1));
    }

    private static MapSpec.Explicit exchanged(Cluster cluster, int n, MapSpec.Explicit map) {
        return new ColumnSwapSearch(new TimeModel(cluster, Clusters.variant(1)), n, NB, map).result();
    }

    @Test
    void shouldLetAllRanksOfThreePlusOneComputeMostOfTheTime() {
        Cluster cluster = Clusters.of(20, 20, 20, 10).make();
        MapSpec.Explicit dealt = weighted(cluster, 5000, 1);
        MapSpec.Explicit better = exchanged(cluster, 5000, dealt);
        assertThat(Collections.min(price(cluster, 5000, dealt).busy())).isLessThan(0.9);
        assertThat(Collections.min(price(cluster, 5000, better).busy())).isGreaterThan(0.95);
        assertThat(price(cluster, 5000, better).seconds()).isLessThan(0.98 * price(cluster, 5000, dealt).seconds());
    }

    @Test
    void shouldNeverBeSlowerAndKeepEveryRanksMemory() {
        Random random = new Random(7);
        for (int p = 1; p <= 3; p++) {
            for (int i = 0; i < 10; i++) {
                Cluster cluster = Clusters.of(random.doubles(6, 10, 40).toArray()).make();
                int n = 3000 + 10 * i;
                MapSpec.Explicit dealt = weighted(cluster, n, p);
                MapSpec.Explicit better = exchanged(cluster, n, dealt);
                assertThat(price(cluster, n, better).seconds()).as("%d rows, n=%d", p, n).isLessThanOrEqualTo(price(cluster, n, dealt)
                        .seconds());
                assertThat(better.owners()).isEqualTo(dealt.owners());
                assertThat(better.rho()).isEqualTo(dealt.rho());
                assertThat(better.kappa().stream().sorted()).containsExactlyElementsOf(dealt.kappa().stream().sorted().toList());
                List<Integer> narrow = dealt.kappa().subList(n / NB, dealt.kappa().size());
                assertThat(better.kappa().subList(n / NB, better.kappa().size())).isEqualTo(narrow);
            }
        }
    }

    @Test
    void shouldLeaveAloneWhatTakesLongToReplay() {
        Cluster cluster = Clusters.of(new Random(1).doubles(64, 10, 40).toArray()).make();
        MapSpec.Explicit dealt = weighted(cluster, 40_000, 8);
        assertThat(exchanged(cluster, 40_000, dealt)).isSameAs(dealt);
    }
}
