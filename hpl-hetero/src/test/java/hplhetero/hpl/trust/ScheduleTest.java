package hplhetero.hpl.trust;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.VerifySteps;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final int N = 20_000;
    private static final double MOST_SHARE = 0.02;
    /** Operations that a comparison spends on an element: two sums, a product and a magnitude. */
    private static final double COMPARISON_OPERATIONS = 4;

    private static BlockMap map(int nb) {
        return BlockMap.of(Cases.of(N, nb).grid(2, 2).make()).carrying(Checksums.COLUMNS);
    }

    /** Counted, not timed: bytes of memory and operations of all ranks, against those of the updates alone. */
    @ParameterizedTest
    @ValueSource(ints = {64, 128, 192, 256, 384})
    void shouldSampleForTwoPercentOfTheRun(int nb) {
        BlockMap map = map(nb);
        Schedule schedule = Schedule.of(VerifySteps.SAMPLE, map);
        double columns = (double) Checksums.COLUMNS * map.grid().cols() / N;
        // each carried column is updated as any other, and 16 bytes of sums go to the owner of the elements at a comparison
        double bytes = schedule.testBytes() / schedule.updateBytes() + columns;
        assertThat(bytes).isLessThan(MOST_SHARE).isGreaterThan(MOST_SHARE / 3);
        double operations = schedule.testBytes() / Double.BYTES * COMPARISON_OPERATIONS / (2.0 / 3 * N * N * N) + columns;
        assertThat(operations).isLessThan(MOST_SHARE / 10);
    }

    @Test
    void shouldCompareAtTheEndAndAFewTimesBefore() {
        Schedule schedule = Schedule.of(VerifySteps.SAMPLE, map(128));
        int comparisons = 0;
        int panels = Math.ceilDiv(N, 128);
        for (int k = 0; k < panels; k = schedule.next(k)) {
            comparisons++;
        }
        assertThat(comparisons).isBetween(3, 20);
        assertThat(IntStream.range(0, panels).filter(schedule::testsPanel).count()).isBetween(10L, 100L);
    }

    @Test
    void shouldTestEachPanelWhereAllIsTested() {
        Schedule schedule = Schedule.of(VerifySteps.ALL, map(128));
        int panels = Math.ceilDiv(N, 128);
        assertThat(IntStream.range(0, panels)).allMatch(k -> schedule.next(k) == k + 1 && schedule.testsPanel(k));
    }
}
