package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import org.junit.jupiter.api.Test;

class TestPaceTest {
    private long nanos;

    private static HplCase of(int n) {
        return new HplCase(n, 1, 1, 1, ProcessMapping.ROW_MAJOR, 0, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 1), SwapAlgorithm.MIX, 64, true, new MapSpec.Cyclic(), 16);
    }

    @Test
    void shouldExpectTheRateOfTheTestBefore() {
        TestPace pace = new TestPace(() -> nanos);
        assertThat(pace.next(of(1000))).isEmpty();
        nanos = 2_000_000_000;
        assertThat(pace.next(of(2000)).orElseThrow()).isEqualTo(16, offset(0.1));
        nanos = 3_000_000_000L;
        assertThat(pace.next(of(2000)).orElseThrow()).isEqualTo(1, offset(1e-9));
    }

    /** Netlib's HPL.dat may ask for N = 0. */
    @Test
    void shouldExpectANumberAfterATestWithoutOperations() {
        TestPace pace = new TestPace(() -> nanos);
        pace.next(of(0));
        nanos = 1_000_000_000;
        assertThat(pace.next(of(0)).orElseThrow()).isEqualTo(1);
        assertThat(pace.next(of(10)).orElseThrow()).isFinite();
    }
}
