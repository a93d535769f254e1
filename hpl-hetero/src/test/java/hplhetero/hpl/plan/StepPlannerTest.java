package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StepPlannerTest {

    private static double seconds(Cluster cluster, HplCase c) {
        return new RunReplay(new ModelInputs(cluster, BlockMap.of(c)), SolveVariant.of(c), c.steps()).run(0).seconds();
    }

    private static HplCase usual(int n, int p, int q) {
        return Cases.of(n, 192).grid(p, q).broadcast(BroadcastAlgorithm.RING_M).swap(SwapAlgorithm.MIX, 64).make();
    }

    /** Whatever is chosen is no slower, by the model that chose it, than any one choice all along that it looked at. */
    @Test
    void shouldChooseWhatIsNoSlowerThanAnyBroadcastAllAlong() {
        for (int[] grid : new int[][] {{1, 4}, {1, 8}, {2, 4}, {4, 4}, {8, 1}}) {
            for (double gflops : new double[] {20, 500}) {
                Cluster cluster = Clusters.equal(grid[0] * grid[1], gflops).make();
                HplCase c = usual(20_000, grid[0], grid[1]);
                HplCase chosen = c.with(StepPlanner.choose(cluster, c, Free.BOTH));
                double least = Stream.of(BroadcastAlgorithm.values()).mapToDouble(b -> seconds(cluster, c.with(StepChoices.steady(Free.BOTH,
                        new StepChoice(b, c.swap()), "")))).min().orElseThrow();
                assertThat(seconds(cluster, chosen)).as(Arrays.toString(grid) + " " + gflops).isLessThanOrEqualTo(least * (1 + 1e-3));
                assertThat(seconds(cluster, chosen)).isLessThanOrEqualTo(seconds(cluster, c));
            }
        }
    }

    /** Where panels travel far, a ring that each rank waits for costs more than pieces do; and where nothing is free, nothing is chosen. */
    @Test
    void shouldChooseAnotherThanTheUsualWhereThatIsFaster() {
        Cluster cluster = Clusters.equal(16, 500).make();
        HplCase c = usual(20_000, 1, 16);
        StepChoices chosen = StepPlanner.choose(cluster, c, Free.BOTH);
        assertThat(seconds(cluster, c.with(chosen))).isLessThan(0.98 * seconds(cluster, c));
        assertThat(chosen.phases()).hasSize(StepChoices.PHASES).extracting(phase -> phase.choice().swap()).containsOnly(SwapAlgorithm.MIX);
        assertThat(chosen.origin()).isEqualTo("predicted");
        assertThat(StepPlanner.choose(cluster, c, Free.NOTHING)).isEqualTo(StepChoices.FIXED);
        assertThat(StepPlanner.choose(cluster, c, Free.SWAP).phases()).extracting(StepPhase::choice)
                .containsOnly(new StepChoice(BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX));
        assertThat(StepPlanner.choose(cluster, c, Free.SWAP).phases()).allMatch(phase -> phase.trials().isEmpty());
    }

    @Test
    void shouldLeaveForTrialsWhatIsNearTheBestAndNotTheSame() {
        Cluster cluster = Clusters.equal(8, 100).make();
        HplCase c = usual(20_000, 2, 4);
        StepChoices chosen = StepPlanner.choose(cluster, c, Free.BOTH);
        List<StepPhase> phases = chosen.phases();
        assertThat(phases).anyMatch(phase -> !phase.trials().isEmpty());
        assertThat(phases).allSatisfy(phase -> {
            assertThat(phase.trials()).doesNotContain(phase.choice()).doesNotHaveDuplicates();
            assertThat(phase.trials()).allMatch(trial -> trial.broadcast() != phase.choice().broadcast() != (trial.swap() != phase.choice()
                    .swap()));
        });
        // two in a row: every ring is the same
        assertThat(StepPlanner.choose(Clusters.equal(2, 100).make(), usual(20_000, 1, 2), Free.BROADCAST).phases())
                .flatExtracting(StepPhase::trials).extracting(StepChoice::broadcast).doesNotContain(BroadcastAlgorithm.RING,
                        BroadcastAlgorithm.TWO_RING, BroadcastAlgorithm.TWO_RING_M);
    }

    /** A run whose phases all take the same is the run that takes it. */
    @Test
    void shouldReplayPhasesAsAWhole() {
        Cluster cluster = Clusters.equal(8, 100).make();
        HplCase c = usual(20_000, 2, 4);
        HplCase same = c.with(StepChoices.steady(Free.BOTH, new StepChoice(c.broadcast(), c.swap()), ""));
        assertThat(seconds(cluster, same)).isEqualTo(seconds(cluster, c));
        RunReplay replay = new RunReplay(new ModelInputs(cluster, BlockMap.of(c)), SolveVariant.of(c));
        double seconds = replay.run(0).seconds();
        double[] phases = replay.phaseSeconds();
        assertThat(phases).hasSize(StepChoices.PHASES).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(Arrays.stream(phases).sum()).isCloseTo(seconds, within(0.05 * seconds)).isLessThan(seconds);
    }
}
