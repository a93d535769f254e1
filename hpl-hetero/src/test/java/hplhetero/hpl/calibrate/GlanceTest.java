package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GlanceTest {

    private static List<RankProfile> ranks(double... gflops) {
        return IntStream.range(0, gflops.length).mapToObj(r -> new RankProfile(r, "node" + r, 1, UpdateCost.constant(gflops[r]),
                new PanelCost(1e-6, 0, 1e-10), 1L << 33, Peak.UNKNOWN, 0.01)).toList();
    }

    private static String change(double variation, double... slower) {
        List<Glance> glances = IntStream.range(0, slower.length).mapToObj(r -> new Glance(slower[r], variation)).toList();
        return Glance.change(ranks(new double[slower.length]), glances).orElse("none");
    }

    @Test
    void shouldNameTheRankThatComparesOtherwiseThanBefore() {
        assertThat(change(0.01, 1, 1, 1, 1.25))
                .isEqualTo("rank 3 on node3 is 20 % slower than when it was measured, relative to the other ranks");
        assertThat(change(0.01, 2, 1, 2, 2))
                .isEqualTo("rank 1 on node1 is 100 % faster than when it was measured, relative to the other ranks");
    }

    @Test
    void shouldTakeWhatChangesForAllAlikeOrByLessThanATenth() {
        assertThat(change(0.01, 1, 1.09, 1)).isEqualTo("none");
        assertThat(change(0.01, 3, 3.2, 3)).isEqualTo("none");
        assertThat(change(0.01, 1, 1.11, 1)).startsWith("rank 1 ");
    }

    @Test
    void shouldTakeWhatChangesByNoMoreThanRanksVaryNow() {
        assertThat(change(0.4, 1, 1.35)).isEqualTo("none");
        assertThat(change(0.4, 1, 1.45)).startsWith("rank ");
    }

    @Test
    void shouldGlanceForATwentiethOfASecondOnTheSlowestRank() {
        for (double gflops : new double[] {1, 4, 16, 60}) {
            int order = Glance.order(ranks(200, gflops), 96);
            double seconds = Glance.UPDATES * 2.0 * order * order * 96 / (gflops * 1e9);
            assertThat(seconds).as("%s GFLOPS", gflops).isBetween(0.03, 0.07);
        }
        assertThat(Glance.order(ranks(0.01), 96)).isEqualTo(256);
        assertThat(Glance.order(ranks(1e5), 96)).isEqualTo(2048);
        assertThat(Glance.order(ranks(0.01), 192)).as("at least two blocks").isEqualTo(384);
    }

    @Test
    void shouldGoFromRankToRankAsText() {
        Glance glance = Glance.of(List.of(1.0, 1.5, 3.0), 2);
        assertThat(glance).isEqualTo(new Glance(0.75, 2.0 / 1.5));
        assertThat(Glance.parse(glance.text())).isEqualTo(glance);
    }
}
