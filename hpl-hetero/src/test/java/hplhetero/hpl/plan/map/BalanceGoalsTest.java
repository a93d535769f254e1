package hplhetero.hpl.plan.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How well maps balance random clusters with speeds U(1,4) and 128 block columns: ideal / reached, where reached is the
 * sum over the steps of the slowest rank's update.
 */
@Slow
class BalanceGoalsTest {
    private static final long SEED = 20_261_120;
    private static final int CLUSTERS = 1_000;
    private static final int NB = 256;
    /** b fills the last of 128 block columns. */
    private static final int N = 128 * NB - 1;

    /** One cluster and the grid its ranks are placed on. */
    private record Sample(StepCost cost, List<Double> speeds, Maps maps, List<List<Integer>> grid, String name) {

        double efficiency(MapSpec.Explicit map) {
            return MapBalance.of(N, NB, cost, speeds.size(), map).efficiency();
        }
    }

    private static List<Sample> samples(int p, int q, int days) {
        Random random = new Random(SEED);
        List<List<Double>> clusters = Stream.generate(() -> random.doubles((long) p * q, 1, 4).boxed().toList()).limit(CLUSTERS).toList();
        List<Integer> ranks = IntStream.range(0, p * q).boxed().toList();
        return DailySlice.TODAY.of(clusters, days).stream().map(speeds -> {
            StepCost cost = StepCost.constant(speeds);
            Maps maps = new Maps(N, NB, cost, MapsTest.unlimited(p * q));
            return new Sample(cost, speeds, maps, maps.placed(ranks, p, q), "cluster " + clusters.indexOf(speeds) + " of seed " + SEED);
        }).toList();
    }

    /** Mean efficiency of a kind of map, after looking that none is below the uniform and the integer one. */
    private static double mean(int p, int q, int days, BiFunction<Maps, List<List<Integer>>, MapSpec.Explicit> kind) {
        return samples(p, q, days).parallelStream().mapToDouble(s -> {
            double efficiency = s.efficiency(kind.apply(s.maps, s.grid));
            assertThat(efficiency).as("%s", s.name).isLessThanOrEqualTo(1)
                    .isGreaterThanOrEqualTo(s.efficiency(s.maps.cyclic(s.grid).orElseThrow()))
                    .isGreaterThanOrEqualTo(s.efficiency(s.maps.cells(s.grid).orElseThrow()));
            return efficiency;
        }).average().orElseThrow();
    }

    private static MapSpec.Explicit weighted(Maps maps, List<List<Integer>> grid) {
        return maps.weighted(grid).orElseThrow();
    }

    @Test
    void shouldBalanceFourRanksInARow() {
        assertThat(mean(1, 4, 1, BalanceGoalsTest::weighted)).isBetween(0.98, 0.985);
    }

    @Test
    void shouldBalanceSixteenRanksInARowWithWholeColumns() {
        assertThat(mean(1, 16, 1, BalanceGoalsTest::weighted)).isBetween(0.918, 0.92);
    }

    @Test
    void shouldBalanceSixteenRanksInARowBetterWithSharedColumns() {
        assertThat(mean(1, 16, 1, (maps, grid) -> maps.shared(grid.getFirst(), 2).orElseThrow())).isGreaterThan(0.95);
    }

    @Test
    void shouldBalanceFourByFourRanks() {
        assertThat(mean(4, 4, 2, BalanceGoalsTest::weighted)).isGreaterThan(0.93);
    }

    @Test
    void shouldRefineFourByFourRanks() {
        assertThat(mean(4, 4, 5, (maps, grid) -> maps.refined(weighted(maps, grid), Maps.REFINING_EVALUATIONS))).isGreaterThan(0.932);
    }

    /**
     * With whole columns no map is better: for t columns the slowest rank takes at least the t-th smallest of the times
     * 1/s, 2/s, ... of all ranks, and the map takes just that at every step.
     */
    @Test
    void shouldBeAsGoodAsWholeColumnsCanBe() {
        for (Sample s : samples(1, 16, 1).subList(0, 5)) {
            double[] times = s.speeds.stream().flatMapToDouble(speed -> IntStream.rangeClosed(1, 128).mapToDouble(c -> c * NB / speed))
                    .sorted().toArray();
            double bound = IntStream.range(0, 127).mapToDouble(k -> (N - (k + 1.0) * NB) * times[126 - k]).sum();
            MapSpec.Explicit map = weighted(s.maps, s.grid);
            assertThat(MapBalance.of(N, NB, s.cost, 16, map).seconds()).as(s.name).isCloseTo(bound, within(1e-9 * bound));
        }
    }

    @Test
    void shouldWeighAMapAsByHand() {
        // N = 3, NB = 1, b in a column of its own: 2 x 3 elements behind panel 0, 1 x 2 behind panel 1
        MapSpec.Explicit map = new MapSpec.Explicit(List.of(List.of(0, 1)), List.of(0, 0, 0), List.of(0, 1, 0, 1));
        MapBalance balance = MapBalance.of(3, 1, StepCost.constant(List.of(4.0, 1.0)), 2, map);
        assertThat(balance.seconds()).isCloseTo(2 * 2 + 1, within(1e-12));
        assertThat(balance.ideal()).isCloseTo((2 * 3 + 1 * 2) / 5.0, within(1e-12));
        assertThat(balance.efficiency()).isCloseTo(1.6 / 5, within(1e-12));
        assertThat(Arrays.asList(new MapBalance(0, 0).efficiency())).containsOnly(1.0);
    }
}
