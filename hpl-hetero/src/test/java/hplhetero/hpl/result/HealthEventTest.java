package hplhetero.hpl.result;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.HealthEvent.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which series of a host's health are worth a warning, and which are noise. */
final class HealthEventTest {
    private static final double SPAN = 5;

    private static HealthSeries series(Map<HealthQuantity, List<Double>> values) {
        int points = values.values().iterator().next().size();
        return new HealthSeries(IntStream.rangeClosed(1, points).mapToObj(i -> i * SPAN).toList(), values);
    }

    private static List<Double> values(double... values) {
        return DoubleStream.of(values).boxed().toList();
    }

    /** Returns values of which the first 48 are one number, and those behind them another one. */
    private static List<Double> changing(double first, double then, int points) {
        return IntStream.range(0, points).mapToObj(i -> i < 48 ? first : then).toList();
    }

    @Test
    void shouldWarnOfAClockThatFellAndStaysLow() {
        List<HealthEvent> found = HealthEvent.latest(series(Map.of(HealthQuantity.CLOCK, changing(3400, 1200, 51),
                HealthQuantity.TEMPERATURE, changing(80, 96, 51))));
        assertThat(found).containsExactly(new HealthEvent(Kind.SLOW, 245, 1200, 3400, 96));
    }

    @Test
    void shouldNotWarnOfAClockThatIsLowForTwoPoints() {
        assertThat(HealthEvent.latest(series(Map.of(HealthQuantity.CLOCK, changing(3400, 1200, 50))))).isEmpty();
    }

    @Test
    void shouldNotWarnBeforeTheUsualClockIsKnown() {
        assertThat(HealthEvent.latest(series(Map.of(HealthQuantity.CLOCK, values(3400, 3400, 1200, 1200, 1200))))).isEmpty();
    }

    /** A boost at the start is not the usual clock. */
    @Test
    void shouldNotWarnOfABoostThatEnds() {
        assertThat(HealthEvent.latest(series(Map.of(HealthQuantity.CLOCK, values(3900, 3000, 2950, 2900, 2900, 2900))))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.88, 70, 0, false", "0.88, 93, 0, true", "0.88, 70, 4, true", "0.92, 95, 9, false", "0.79, 60, 0, true"})
    void shouldWarnOfAClockThatIsALittleLowWhereThereIsHeatOrThrottling(double share, double celsius, double throttled, boolean warned) {
        HealthSeries seen = series(Map.of(HealthQuantity.CLOCK, changing(3000, share * 3000, 51), HealthQuantity.TEMPERATURE,
                changing(70, celsius, 51), HealthQuantity.THROTTLED, changing(0, throttled, 51)));
        assertThat(HealthEvent.latest(seen).stream().map(HealthEvent::kind)).isEqualTo(warned ? List.of(Kind.SLOW) : List.of());
    }

    /** Cores with nothing to do are slow, and cool. */
    @Test
    void shouldNotWarnOfCoresThatHaveNothingToDo() {
        Map<HealthQuantity, List<Double>> idle = new EnumMap<>(Map.of(HealthQuantity.CLOCK, changing(3400, 1200, 51),
                HealthQuantity.OWN_CORES, changing(8, 3, 51)));
        assertThat(HealthEvent.latest(series(idle))).isEmpty();
        idle.put(HealthQuantity.OWN_CORES, changing(8, 8, 51));
        assertThat(HealthEvent.latest(series(idle))).hasSize(1);
    }

    /** Clocks of a healthy host spread by 5 %; now and then one is a third lower, for ten seconds at most. */
    @Test
    void shouldNotWarnOfNoise() {
        long seed = 65;
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            List<Double> clocks = new ArrayList<>();
            List<Double> celsius = new ArrayList<>();
            int dipEnds = 0;
            for (int point = 0; point < 120; point++) {
                // a dip begins two points after the end of the last one, or later
                dipEnds = point >= dipEnds + 2 && random.nextInt(10) == 0 ? point + 1 + random.nextInt(2) : dipEnds;
                clocks.add(3000 * (point < dipEnds ? 0.67 : 1) * (1 + 0.05 * random.nextGaussian()));
                celsius.add(80 + 3 * random.nextGaussian());
                HealthSeries seen = series(Map.of(HealthQuantity.CLOCK, clocks, HealthQuantity.TEMPERATURE, celsius));
                assertThat(HealthEvent.latest(seen)).as("seed=%d run=%d point=%d", seed, run, point).isEmpty();
            }
        }
    }

    @Test
    void shouldNotJudgeClocksThatCouldNotBeRead() {
        assertThat(HealthEvent.latest(series(Map.of(HealthQuantity.CLOCK, values(3400, 3400, 3400, 1200, Double.NaN, 1200))))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"UNCORRECTED_ERRORS, UNCORRECTED_ERRORS, 0, 1", "CORRECTED_ERRORS, CORRECTED_ERRORS, 0, 1", "LINK_DOWNS, LINK_DOWN, 0, 1",
        "LINK_ERRORS, LINK_ERRORS, 9, 10", "SWAPPED, SWAPPED, 67108863, 67108864", "GPU_THROTTLED, GPU_SLOW, 9.9, 10",
        "GPU_UNCORRECTED_ERRORS, GPU_ERRORS, 0, 1"})
    void shouldWarnOfCountersFromANumberOn(HealthQuantity quantity, Kind kind, double usual, double notable) {
        assertThat(HealthEvent.latest(series(Map.of(quantity, values(0, usual, usual))))).isEmpty();
        assertThat(HealthEvent.latest(series(Map.of(quantity, values(0, usual, notable, 3 * notable)))))
                .containsExactly(new HealthEvent(kind, 15, 3 * notable, 0, Double.NaN));
    }

    /** What good hosts do now and then: drop packets, use their memory, correct errors of GPUs' memory. */
    @ParameterizedTest
    @EnumSource(names = {"LINK_DROPS", "FREE_MEMORY", "GPU_CORRECTED_ERRORS", "OTHER_CORES", "THROTTLED", "TEMPERATURE"})
    void shouldNotWarnOfTheseAlone(HealthQuantity quantity) {
        assertThat(HealthEvent.latest(series(Map.of(quantity, values(0, 0, 0, 5, 50, 5000))))).isEmpty();
    }

    @Test
    void shouldFindNothingInAnEmptySeries() {
        assertThat(HealthEvent.latest(HealthSeries.NONE)).isEmpty();
    }
}
