package hplhetero.hpl.timing;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.Phase;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeSeriesShapeTest {

    private static TimeSeriesShape of(int n, int nb, int ranks) {
        return TimeSeriesShape.of(n, nb, IntStream.range(0, ranks).toArray());
    }

    private static double left(int n, int nb, int panels) {
        return Math.max(0, n - (double) panels * nb) / n;
    }

    @Test
    void shouldHaveAPointAfterEachOfFewPanelsAndOneAtTheEnd() {
        assertThat(of(1000, 64, 1).after()).containsExactly(IntStream.concat(IntStream.rangeClosed(1, 16), IntStream.of(16)).toArray());
        assertThat(of(30, 64, 1).after()).containsExactly(1, 1);
        assertThat(of(200 * 8, 8, 1).after()).hasSize(201).endsWith(199, 200, 200);
    }

    /** Neither the long first steps nor the short last ones are lost. */
    @ParameterizedTest
    @CsvSource({"12800, 64", "12864, 64", "30000, 64", "100001, 128", "1000000, 256", "2147483000, 2048"})
    void shouldHaveAtMostAHundredthOfPanelsAndOfOperationsBetweenPoints(int n, int nb) {
        int[] after = of(n, nb, 1).after();
        int panels = (int) (((long) n + nb - 1) / nb);
        assertThat(after).hasSizeBetween(150, TimeSeriesShape.MOST_POINTS + 1);
        assertThat(after[after.length - 1]).isEqualTo(panels);
        assertThat(after[after.length - 2]).isEqualTo(panels);
        int before = 0;
        for (int i = 0; i < after.length - 1; i++) {
            int step = after[i] - before;
            assertThat(step).isPositive();
            // and one panel, as points are between panels
            assertThat(step - 1).isLessThanOrEqualTo(panels / 100);
            double operations = Math.pow(left(n, nb, before), 3) - Math.pow(left(n, nb, after[i] - 1), 3);
            assertThat(operations).isLessThan(0.01 + 1e-9);
            before = after[i];
        }
    }

    @Test
    void shouldRecordTheFirstAMiddleAndALateStep() {
        assertThat(of(10_000, 100, 1).steps()).containsExactly(0, 50, 90);
        assertThat(of(300, 100, 1).steps()).containsExactly(0, 1, 2);
        assertThat(of(200, 100, 1).steps()).containsExactly(0, 1);
        assertThat(of(50, 100, 1).steps()).containsExactly(0);
    }

    @Test
    void shouldSpreadTheRanksThatRecordOverAllThatTakePart() {
        assertThat(TimeSeriesShape.of(100, 10, new int[] {1, 3, 4}).ranks()).containsExactly(1, 3, 4);
        assertThat(of(100, 10, 64).ranks()).hasSize(64);
        int[] some = of(100, 10, 4096).ranks();
        assertThat(some).hasSize(TimeSeriesShape.MOST_RANKS).startsWith(0).endsWith(4095).isSorted().doesNotHaveDuplicates();
        assertThat(IntStream.range(1, some.length).map(i -> some[i] - some[i - 1]).max().orElseThrow()).isEqualTo(65);
        assertThat(Arrays.stream(of(100, 10, 65).ranks()).distinct()).hasSize(64);
    }

    /** In a picture each worker must have room for each phase, and for waiting. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "1, 192", "4, 1", "4, 16", "64, 1", "64, 8", "9000, 128"})
    void shouldHaveRoomForEachPhaseOfAWorkerAndNoMoreThanIsGathered(int ranks, int workers) {
        TimeSeriesShape shape = of(100_000, 100, ranks);
        assertThat(shape.spansOfWorker(workers)).isBetween(2 * Phase.values().length, 256);
        assertThat(3 * TimeSeriesShape.workers(workers) * shape.spansOfWorker(workers)).isLessThanOrEqualTo(shape.spansOfRank());
        assertThat(shape.spansOfRank() * shape.ranks().length).isLessThanOrEqualTo(64 * 768);
    }
}
