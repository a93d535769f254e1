package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MeasurementRepeatsTest {

    /** How many times are measured, with these variations one after the other, each time taking so long. */
    private static int times(MeasurementRepeats repeats, double seconds, Double... variations) {
        int times = 1;
        while (repeats.again(List.of(variations).subList(0, times), times * seconds)) {
            times++;
        }
        return times;
    }

    @Test
    void shouldMeasureOnceWhereRanksAreCalm() {
        assertThat(times(MeasurementRepeats.BRIEF, 0.5, 0.10)).isEqualTo(1);
        assertThat(times(MeasurementRepeats.THOROUGH, 3, 0.02)).isEqualTo(1);
    }

    @Test
    void shouldMeasureOnceMoreBeforeARunWhereARankVariesByMoreThanATenth() {
        assertThat(times(MeasurementRepeats.BRIEF, 0.5, 0.11, 0.02)).isEqualTo(2);
        assertThat(times(MeasurementRepeats.BRIEF, 0.5, 0.3, 0.25)).isEqualTo(2);
        assertThat(times(MeasurementRepeats.ONCE, 0.5, 0.3)).isEqualTo(1);
    }

    @Test
    void shouldGoOnUntilRanksAreCalmWhereMeasuringIsAllThatWasAskedFor() {
        assertThat(times(MeasurementRepeats.THOROUGH, 3, 0.5, 0.2, 0.15, 0.09)).isEqualTo(4);
        assertThat(times(MeasurementRepeats.THOROUGH, 3, 0.5, 0.2, 0.15, 0.2, 0.3)).as("within limits").isEqualTo(5);
    }

    @Test
    void shouldNotMeasureSlowRanksForMinutes() {
        assertThat(times(MeasurementRepeats.BRIEF, 13, 0.2)).isEqualTo(1);
        assertThat(times(MeasurementRepeats.THOROUGH, 13, 0.2)).isEqualTo(1);
        assertThat(times(MeasurementRepeats.THOROUGH, 5, 0.2, 0.2, 0.2)).isEqualTo(3);
    }

    @Test
    void shouldMeasureThreeTimesWhereNothingCouldBePlanned() {
        assertThat(times(MeasurementRepeats.BRIEF, 13, 0.7, 0.5, 0.6)).isEqualTo(3);
        assertThat(times(MeasurementRepeats.BRIEF, 13, 0.7, 0.3)).isEqualTo(2);
        assertThat(times(MeasurementRepeats.ONCE, 0.5, 0.7, 0.6, 0.5)).isEqualTo(3);
    }

    @Test
    void shouldCountTheCalmestAloneWhereItIsCalm() {
        assertThat(MeasurementRepeats.calm(List.of(0.5, 0.08))).hasValue(1);
        assertThat(MeasurementRepeats.calm(List.of(0.07))).hasValue(0);
        assertThat(MeasurementRepeats.calm(List.of(0.5, 0.2))).isEmpty();
        assertThat(MeasurementRepeats.calmest(List.of(0.5, 0.2, 0.3))).isEqualTo(1);
    }
}
