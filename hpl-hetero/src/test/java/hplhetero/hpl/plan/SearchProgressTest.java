package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.predict.PredictRequest;
import hplhetero.hpl.plan.predict.PredictRequest.WhatIfs;
import hplhetero.hpl.plan.predict.Predictor;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SearchProgressTest {
    private final List<Double> told = new ArrayList<>();

    @Test
    void shouldCountTasksWithinStages() {
        SearchProgress progress = new SearchProgress(told::add);
        progress.stage(0.5, 2);
        progress.taskDone();
        progress.taskDone();
        // more tasks than were expected, and an end that lies behind: the share stays
        progress.taskDone();
        progress.stage(0.4, 3);
        progress.taskDone();
        progress.stage(1, 1);
        progress.taskDone();
        assertThat(told).containsExactly(0.0, 0.25, 0.5, 0.5, 0.5, 0.5, 1.0);
    }

    /** From nothing to all, never back, and with steps so small that a time left can be told. */
    @Test
    void shouldTellHowFarAPredictionIs() {
        PlanRequest plan = new PlanRequest(OptionalInt.of(4000), List.of(64, 128), Optional.empty(), Optional.empty(),
                new SolveVariant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64));
        PredictRequest request = new PredictRequest(plan, List.of(BroadcastAlgorithm.values()), List.of(SwapAlgorithm.values()),
                WhatIfs.PRICED, List.of());
        Predictor.predict(Clusters.of(50, 50, 50, 30, 30, 30).make(), request, told::add);
        assertThat(told).isSortedAccordingTo(Comparator.naturalOrder()).startsWith(0.0).endsWith(1.0).hasSizeGreaterThan(30);
        for (int i = 1; i < told.size(); i++) {
            assertThat(told.get(i) - told.get(i - 1)).as("step %d", i).isLessThan(0.2);
        }
    }
}
