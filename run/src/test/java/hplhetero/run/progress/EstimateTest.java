package hplhetero.run.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
        assertThat(Estimate.of(order(0), 0, 0).text()).contains("100 %");
        assertThat(Estimate.of(order(10), 0, 0).text()).contains("  0 %");
    }

    @Test
    void shouldDrawABarAndTakeItAwayForOthers() throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ProgressMonitor monitor = new ProgressMonitor(ProgressStyle.BAR, new PrintStream(bytes, true, StandardCharsets.UTF_8))) {
            monitor.factored(order(3000), 1500, 7_000_000_000L);
            for (int i = 0; i < 100 && bytes.size() == 0; i++) {
                Thread.sleep(20);
            }
            monitor.pause();
        }
        String shown = bytes.toString(StandardCharsets.UTF_8);
        assertThat(shown).contains("N=3000", "##", " 88 %", "GFLOPS").endsWith("\r\033[K");
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
