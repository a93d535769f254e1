package hplhetero.run.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import org.junit.jupiter.api.Test;

final class EstimateTest {

    @Test
    void shouldCountSevenEighthsOfTheWorkAfterHalfOfTheColumns() {
        Estimate half = Estimate.of(order(3000), 1500, 7_000_000_000L);
        assertThat(half.share()).isCloseTo(0.875, within(1e-12));
        assertThat(half.secondsLeft()).isCloseTo(1.0, within(1e-9));
        assertThat(half.gflops()).isCloseTo(0.875 * 18.0 / 7.0, within(1e-9));
    }

    @Test
    void shouldNotDivideByZeroForAnEmptyMatrixOrAtTheStart() {
        assertThat(Estimate.of(order(0), 0, 0)).isEqualTo(new Estimate(1, 0, 0));
        assertThat(Estimate.of(order(10), 0, 0)).isEqualTo(new Estimate(0, 0, 0));
        assertThat(Estimate.of(order(10), 0, 0).text()).isEqualTo("0.0 GFLOPS, 0 s left");
    }

    @Test
    void shouldDecideAutoByTheTerminal() {
        assertThat(ProgressStyle.AUTO.decided(true)).isEqualTo(ProgressStyle.BAR);
        assertThat(ProgressStyle.AUTO.decided(false)).isEqualTo(ProgressStyle.PLAIN);
        assertThat(ProgressStyle.NONE.decided(true)).isEqualTo(ProgressStyle.NONE);
    }

    private static HplCase order(int n) {
        return new HplCase(n, 64, 1, 1, ProcessMapping.ROW_MAJOR, 1, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), SwapAlgorithm.MIX, 64, true,
                new MapSpec.Cyclic(), 16.0);
    }
}
