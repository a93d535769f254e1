package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.StepPhase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepTrial;
import hplhetero.hpl.result.StepsDone;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearntStepsTest {
    private static final StepChoice RING = new StepChoice(BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX);
    private static final StepChoice LONG = new StepChoice(BroadcastAlgorithm.LONG, SwapAlgorithm.MIX);
    private static final StepChoice TWO = new StepChoice(BroadcastAlgorithm.TWO_RING, SwapAlgorithm.SPREAD_ROLL);
    private static final Map<String, String> SETTINGS = Map.of("hosts", "[a, b]", "nb", "192");
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.8Z");
    /** Of 80 panels; ten a phase. */
    private static final StepsDone DONE = new StepsDone(List.of(new StepSpan(0, 5, RING), new StepSpan(6, 9, TWO),
            new StepSpan(10, 24, RING), new StepSpan(25, 28, LONG), new StepSpan(29, 34, RING), new StepSpan(35, 79, LONG)),
            List.of(new StepTrial(6, 4, TWO, RING, 0.1, 0.05, 0.02, false), new StepTrial(25, 4, LONG, RING, 0.2, -0.1, 0.02, true)));

    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    private Optional<LearntSteps> find(Map<String, String> settings) {
        return LearntSteps.find(folder, settings, warnings::add);
    }

    @Test
    void shouldTellWhatEachPhaseEndedWithAndWhatWasRefused() {
        LearntSteps learnt = LearntSteps.of(DONE, Optional.empty(), NOW).orElseThrow();
        assertThat(learnt.taken()).containsExactly(RING, RING, RING, LONG, LONG, LONG, LONG, LONG);
        assertThat(learnt.refused().getFirst()).containsExactly(TWO);
        assertThat(learnt.refused().subList(1, 8)).allMatch(List::isEmpty);
        assertThat(LearntSteps.of(new StepsDone(DONE.spans(), List.of()), Optional.empty(), NOW)).isEmpty();
        LearntSteps later = LearntSteps.of(new StepsDone(List.of(new StepSpan(0, 79, RING)),
                List.of(new StepTrial(4, 4, LONG, RING, 0.1, 0, 0.02, false))), Optional.of(learnt), NOW).orElseThrow();
        assertThat(later.refused().getFirst()).containsExactly(TWO, LONG);
        assertThat(later.refused().get(4)).isEmpty();
    }

    @Test
    void shouldGiveBackWhatItKeptForTheSameSettingsAlone() {
        LearntSteps learnt = LearntSteps.of(DONE, Optional.empty(), NOW).orElseThrow();
        assertThat(find(SETTINGS)).isEmpty();
        learnt.keep(folder, SETTINGS);
        assertThat(find(SETTINGS)).contains(learnt);
        assertThat(find(Map.of("hosts", "[a, b]", "nb", "128"))).isEmpty();
        assertThat(find(Map.of("hosts", "[a, c]", "nb", "192"))).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void shouldIgnoreWhatItCannotReadWithAWord() throws Exception {
        LearntSteps.of(DONE, Optional.empty(), NOW).orElseThrow().keep(folder, SETTINGS);
        Path file = Files.list(folder).findFirst().orElseThrow();
        String text = Files.readString(file);
        for (String broken : List.of(text.replace("phase.3=long/mix", "phase.3=lang/mix"), text.replace("phase.3=long/mix", ""),
                text.replace("2026-03-04", "once"), text.replace("refused.0=2ring/long", "refused.0=2ring"))) {
            assertThat(broken).isNotEqualTo(text);
            warnings.clear();
            Files.writeString(file, broken);
            assertThat(find(SETTINGS)).isEmpty();
            assertThat(warnings).singleElement().asString().contains("cannot be read");
        }
    }

    /** What was learnt is taken; the prediction becomes one more to be tried, what was refused the last. */
    @Test
    void shouldBeginWithWhatWasLearnt() {
        StepChoices predicted = new StepChoices(Free.BOTH, Collections.nCopies(StepChoices.PHASES, new StepPhase(RING, List.of(TWO, LONG))),
                "predicted");
        StepChoices chosen = LearntSteps.of(DONE, Optional.empty(), NOW).orElseThrow().on(predicted);
        assertThat(chosen.origin()).isEqualTo("learnt 2026-03-04T05:06:07Z");
        assertThat(chosen.phases().get(0)).isEqualTo(new StepPhase(RING, List.of(LONG, TWO)));
        assertThat(chosen.phases().get(1)).isEqualTo(new StepPhase(RING, List.of(TWO, LONG)));
        assertThat(chosen.phases().get(7)).isEqualTo(new StepPhase(LONG, List.of(RING, TWO)));
        StepChoices unpriced = StepChoices.steady(Free.BOTH, RING, "as usual");
        assertThat(LearntSteps.of(DONE, Optional.empty(), NOW).orElseThrow().on(unpriced).phases().get(7))
                .isEqualTo(new StepPhase(LONG, List.of()));
    }
}
