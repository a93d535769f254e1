package hplhetero.hpl.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.plan.Clusters;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which panels are replayed of very many. */
final class SampledPanelsTest {
    private static final int NB = 64;

    private static ModelInputs inputs(Cluster cluster, int n, int p, int q) {
        List<List<Integer>> grid = IntStream.range(0, p)
                .mapToObj(r -> IntStream.range(0, q).mapToObj(c -> r * q + c).toList()).toList();
        return new ModelInputs(cluster, BlockMap.of(n, NB, Clusters.cyclic(n, NB, grid)));
    }

    @Test
    void shouldReplayAllOfFewPanels() {
        assertThat(SampledPanels.stride(inputs(Clusters.equal(4, 1).make(), 1199 * NB, 2, 2))).isEqualTo(1);
    }

    /** The next panel's column stands one further in the ring, as after one step: otherwise it would seem to factor late. */
    @ParameterizedTest
    @CsvSource({"2, 16", "4, 16", "1, 20", "8, 8", "5, 7"})
    void shouldSkipWholeTurnsOfTheGrid(int p, int q) {
        int stride = SampledPanels.stride(inputs(Clusters.equal(p * q, 1).make(), 3000 * NB, p, q));
        assertThat(stride % q).isEqualTo(1);
        assertThat(stride).isBetween(2, 100);
    }

    /** With others, a row of 32 seemed to take half as long again. */
    @ParameterizedTest
    @CsvSource({"2, 16", "1, 32", "4, 8", "1, 64"})
    void shouldTakeAsLongAsAllPanels(int p, int q) {
        Cluster cluster = Clusters.equal(p * q, 500).workers(8).make();
        int n = 2000 * NB;
        double all = new RunReplay(inputs(cluster, n, p, q), Clusters.variant(1), false, 1).run(1).seconds();
        double sampled = new RunReplay(inputs(cluster, n, p, q), Clusters.variant(1), false).run(1).seconds();
        assertThat(sampled / all).isCloseTo(1, within(0.03));
    }
}
