package hplhetero.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.bench.PricedPlan.Outcome;
import hplhetero.bench.PricedPlan.Ranking;
import hplhetero.bench.report.Spread;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.problem.MapSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankingTest {
    private static Outcome outcome(double predicted, double measured) {
        return Outcome.of(List.of(priced(predicted)), List.of(measured));
    }

    private static PricedPlan priced(double predicted) {
        return new PricedPlan(100, 10, 1, 1, "cyclic", new MapSpec.Explicit(List.of(List.of(0)), List.of(), List.of()),
                new Prediction(predicted, predicted, 0, 0, 0, 0, predicted, List.of(1.0)));
    }

    @Test
    void shouldCompareAPredictionWithItsOwnRun() {
        Outcome outcome = Outcome.of(List.of(priced(1), priced(2), priced(4)), List.of(1.0, 2.2, 4.4));
        assertThat(outcome.predicted()).isEqualTo(2);
        assertThat(outcome.measured()).isEqualTo(2.2);
        assertThat(outcome.ratio()).isEqualTo(new Spread(4 / 4.4, 4 / 4.4, 1));
    }

    @Test
    void shouldCountPairsThatDifferAndAreRankedRightly() {
        // 10 and 10.1 differ too little to count; 10 and 12 are ranked wrongly, 10.1 and 12 rightly
        Ranking ranking = Ranking.of(List.of(outcome(12.5, 10), outcome(11, 10.1), outcome(12, 12)));
        assertThat(ranking.pairs()).isEqualTo(2);
        assertThat(ranking.right()).isEqualTo(1);
        assertThat(ranking.worst()).isCloseTo(0.25, within(1e-12));
        assertThat(ranking.within()).isEqualTo(1);
        assertThat(ranking.sentence()).contains("1 of 3 predictions", "25.0 %", "of 2 pairs", "1 are ranked");
    }
}
