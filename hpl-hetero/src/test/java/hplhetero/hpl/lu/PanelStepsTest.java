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
        int[] applied = new int[panels + 1];
        List<Integer> factored = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        new PanelSteps(panels, depth).run((act, j, k) -> {
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
        List<Integer> all = IntStream.range(0, panels).boxed().toList();
        assertThat(factored).isEqualTo(all);
        assertThat(received).isEqualTo(all);
        assertThat(applied).containsExactly(IntStream.rangeClosed(0, panels).toArray());
    }
}
