package hplhetero.hpl.lu;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.lu.PanelSteps.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PanelStepsTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "1, 1", "5, 0", "5, 1", "5, 2", "5, 4", "5, 5"})
    void shouldApplyEachPanelToEachBlockColumnBehindItInOrder(int panels, int depth) {
        // the last block column holds b alone
        apply(0, panels, panels, depth, new int[panels + 1]);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1", "3, 2", "5, 1", "6, 2", "2, 7"})
    void shouldStopAtAnyPanelWithNoneAhead(int stop, int depth) {
        int panels = 6;
        int[] applied = new int[panels + 1];
        apply(0, Math.min(stop, panels), panels, depth, applied);
        apply(Math.min(stop, panels), panels, panels, depth, applied);
    }

    /** Applies panels {@code from} .. {@code to - 1} of all. */
    private static void apply(int from, int to, int panels, int depth, int[] applied) {
        List<Integer> factored = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        new PanelSteps(from, to, depth).run((act, j, k) -> {
            switch (act) {
                case FACTOR -> {
                    assertThat(applied[j]).isEqualTo(j);
                    factored.add(j);
                }
                case RECEIVE -> {
                    assertThat(factored).contains(k);
                    received.add(k);
                }
                case UPDATE_AHEAD -> assertThat(applied[j]++).isEqualTo(k);
                case UPDATE_TRAILING -> IntStream.rangeClosed(j, panels).forEach(c -> assertThat(applied[c]++).isEqualTo(k));
                default -> assertThat(act == Act.BROADCAST || factored.contains(k)).isTrue();
            }
        });
        List<Integer> all = IntStream.range(from, to).boxed().toList();
        assertThat(factored).isEqualTo(all);
        assertThat(received).isEqualTo(all);
        assertThat(applied).containsExactly(IntStream.rangeClosed(0, panels).map(column -> Math.min(column, to)).toArray());
    }
}
