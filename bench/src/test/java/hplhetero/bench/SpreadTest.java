package hplhetero.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SpreadTest {

    @Test
    void shouldTakeTheMiddleOfTheSortedValues() {
        assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(1, 2, 3));
        assertThat(Spread.of(List.of(4.0, 1.0)).text(1)).isEqualTo("2.5 (1.0..4.0)");
    }

    @Test
    void shouldReadTheBestOfHplsRows() throws IOException {
        String output = """
                WR11C2R4        2000   128     1     2               0.33             1.5950e+01
                WR11C2R4        2000   192     1     2               0.32              1.695e+01
                WARNING -- The above is only a rough guideline.
                """;
        assertThat(Commands.bestRate(output)).isEqualTo(16.95);
    }

    @Test
    void shouldRefuseOutputWithoutAPassedResult() {
        assertThatThrownBy(() -> Commands.bestRate("nothing")).isInstanceOf(IOException.class);
    }
}
