package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MeasuringTimeTest {

    private static double seconds(double run, Effort effort) {
        return MeasuringTime.forRun(run, effort).seconds();
    }

    @Test
    void shouldSpendThreePercentOfTheRunOnAShortCalibrationWithinBounds() {
        assertThat(seconds(0, Effort.SHORT)).isEqualTo(1);
        assertThat(seconds(3.3, Effort.SHORT)).isEqualTo(1);
        assertThat(seconds(50, Effort.SHORT)).isEqualTo(1.5);
        assertThat(seconds(1e6, Effort.SHORT)).isEqualTo(3);
    }

    @Test
    void shouldNotWarmUpAShortRunForLongerThanHalfOfIt() {
        assertThat(MeasuringTime.forRun(1, Effort.SHORT).warmUpSeconds()).isEqualTo(1.5);
        assertThat(MeasuringTime.forRun(10, Effort.SHORT).warmUpSeconds()).isEqualTo(5);
        assertThat(MeasuringTime.forRun(10, Effort.THOROUGH).warmUpSeconds()).isInfinite();
    }

    @Test
    void shouldMeasureThoroughlyForTwoPercentOfTheRunAllInAll() {
        assertThat(seconds(1, Effort.THOROUGH)).isEqualTo(0.5);
        assertThat(seconds(100, Effort.THOROUGH)).isEqualTo(1.3);
        assertThat(seconds(1e6, Effort.THOROUGH)).isEqualTo(3.0);
    }

    @Test
    void shouldMeasureForTwiceAsLongWhereDoubtsAreLeft() {
        MeasuringTime before = MeasuringTime.thorough(0.5, MeasurementRepeats.BRIEF);
        assertThat(before.longer().seconds()).isEqualTo(1.0);
        assertThat(before.longer().repeats()).isEqualTo(MeasurementRepeats.ONCE);
        assertThat(MeasuringTime.thorough(2, MeasurementRepeats.BRIEF).longer().seconds()).isEqualTo(3.0);
        MeasuringTime patient = MeasuringTime.thorough(10, MeasurementRepeats.THOROUGH);
        assertThat(patient.longer()).isEqualTo(patient);
        assertThat(patient.isPatient()).isTrue();
    }

    @Test
    void shouldRefuseATimeThatIsNone() {
        assertThatThrownBy(() -> MeasuringTime.thorough(0, MeasurementRepeats.ONCE)).hasMessageContaining("seconds=0.0");
        assertThatThrownBy(() -> new MeasuringTime(Effort.SHORT, 1, -1, MeasurementRepeats.ONCE))
                .hasMessageContaining("warmUpSeconds=-1.0");
    }
}
