package hplhetero.hpl.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.Slowdown.Change;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Slow
class ChangingSpeedSimulationTest {
    private static List<List<Integer>> grid(int p, int q) {
        return IntStream.range(0, p).mapToObj(r -> IntStream.range(0, q).mapToObj(c -> r * q + c).toList()).toList();
    }

    private static List<Slowdown> last(int ranks, Slowdown slowdown) {
        List<Slowdown> all = new ArrayList<>(Collections.nCopies(ranks, Slowdown.NONE));
        all.set(ranks - 1, slowdown);
        return all;
    }

    private static Slowdown changing(double from, Change... changes) {
        return new Slowdown(from, List.of(changes));
    }

    private static double replayed(Cluster cluster, SolveVariant variant, int n, int nb, MapSpec.Explicit map, List<Slowdown> slowdowns) {
        return new TimeModel(cluster, variant).with(slowdowns).replay(n, nb, map, true).run(0).seconds();
    }

    private static double simulated(Cluster cluster, SolveVariant variant, int n, int nb, MapSpec.Explicit map, List<Slowdown> slowdowns) {
        return new RunSimulator(cluster, variant, slowdowns).run(n, nb, map).seconds();
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void shouldTakeOneRankAsLongAsTheReplay(int depth) {
        Cluster cluster = Clusters.of(2).make();
        int n = 4000;
        int nb = 100;
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(1, 1));
        List<Slowdown> byShare = List.of(changing(1, new Change(0.5, false, 2), new Change(0.8, false, 0.5)));
        double seconds = replayed(cluster, Clusters.variant(depth), n, nb, map, byShare);
        assertThat(simulated(cluster, Clusters.variant(depth), n, nb, map, byShare)).isCloseTo(seconds, within(1e-9 * seconds));
        // the replay changes a rank's speed between two steps, the simulator also within a step
        List<Slowdown> bySeconds = List.of(changing(2, new Change(0.3 * seconds, true, 4)));
        assertThat(simulated(cluster, Clusters.variant(depth), n, nb, map, bySeconds))
                .isCloseTo(replayed(cluster, Clusters.variant(depth), n, nb, map, bySeconds), within(0.01 * seconds));
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 0, 1", "1, 4, 1, 1", "2, 3, 1, 1", "4, 2, 2, 1", "2, 2, 1, 4"})
    void shouldTakeWhatTheReplaySaysOfRanksThatChange(int p, int q, int depth, int workers) {
        int n = 6000;
        int nb = 128;
        int ranks = p * q;
        Cluster cluster = Clusters.equal(ranks, 20).workers(workers).teams().make();
        SolveVariant variant = Clusters.variant(depth);
        MapSpec.Explicit map = Clusters.cyclic(n, nb, grid(p, q));
        double steady = simulated(cluster, variant, n, nb, map, List.of());
        assertThat(replayed(cluster, variant, n, nb, map, List.of())).isBetween(0.95 * steady, 1.05 * steady);
        for (Slowdown slowdown : List.of(changing(1, new Change(0.3, false, 2)), changing(1, new Change(0.4 * steady, true, 3)),
                changing(2, new Change(0.2, false, 1), new Change(0.5, false, 4)))) {
            List<Slowdown> slowdowns = last(ranks, slowdown);
            double simulated = simulated(cluster, variant, n, nb, map, slowdowns);
            assertThat(simulated).as(slowdown.words()).isGreaterThan(1.02 * steady);
            assertThat(replayed(cluster, variant, n, nb, map, slowdowns)).as(slowdown.words()).isBetween(0.95 * simulated,
                    1.05 * simulated);
        }
    }

    @Test
    void shouldKeepEveryNumberWhereFactorsDoNotChange() {
        Cluster cluster = Clusters.of(3, 4, 5).make();
        MapSpec.Explicit map = Clusters.cyclic(1000, 50, grid(1, 3));
        List<Slowdown> steady = List.of(new Slowdown(2), new Slowdown(3), changing(4, new Change(0.5, false, 4)));
        SimulatedRun run = new RunSimulator(cluster, Clusters.variant(1), steady).run(1000, 50, map);
        SimulatedRun without = new RunSimulator(cluster, Clusters.variant(1)).run(1000, 50, map);
        assertThat(run.seconds()).isEqualTo(without.seconds());
        assertThat(run.ranks()).isEqualTo(without.ranks());
    }

    @Test
    void shouldRefuseToSampleStepsOfRanksThatChange() {
        RunSimulator simulator = new RunSimulator(Clusters.of(1).make(), Clusters.variant(1), List.of(changing(1,
                new Change(0.5, false, 2))));
        MapSpec.Explicit map = Clusters.cyclic(1000, 50, grid(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> simulator.run(1000, 50, map, new Windows(2, 1, 1)))
                .withMessageContaining("simulate all steps");
    }
}
