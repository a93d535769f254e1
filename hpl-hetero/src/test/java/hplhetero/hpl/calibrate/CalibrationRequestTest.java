package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Peak;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationRequestTest {

    private static List<Integer> probed(int n, Integer... nbs) {
        return new CalibrationRequest(Cases.of(n, 64).make(), List.of(nbs), Long.MAX_VALUE, Peak.UNKNOWN,
                MeasuringTime.forRun(1, Effort.SHORT)).probed();
    }

    @Test
    void shouldProbeTheLargestBlockSizeAndAnother() {
        assertThat(probed(4000, 128, 192, 256)).containsExactly(256, 128);
        assertThat(probed(4000, 192)).containsExactly(192, 96);
        assertThat(probed(4000, 1)).containsExactly(1);
    }

    /** The matrix to measure on has four blocks of the largest one. */
    @Test
    void shouldProbeOnNoLargerAMatrixThanTheRunHas() {
        assertThat(probed(4000, 1_000_000)).containsExactly(1000, 500);
        assertThat(probed(4000, 3000, 4000)).containsExactly(1000, 500);
        assertThat(probed(4000, 64, 4000)).containsExactly(1000, 64);
        assertThat(probed(2, 64)).containsExactly(1);
    }
}
