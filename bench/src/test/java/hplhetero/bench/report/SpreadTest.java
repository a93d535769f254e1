package hplhetero.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpreadTest {

    @Test
    void shouldTakeTheMiddleOfTheSortedValues() {
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(1, 2, 3));
        assertThat(Spread.of(List.of(4.0, 1.0)).text(1)).isEqualTo("2.5 (1.0..4.0)");
    }
}
