package hplhetero.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PingPongOutputTest {

    @Test
    void shouldReadJavasAndCsNumbersAmongOtherLines() {
        assertThat(PingPongOutput.seconds("# Open MPI v4.1.4\n8 2.5E-7\n1048576 0.000123\nwarning: 3 things\n"))
                .containsEntry(8, 2.5e-7).containsEntry(1 << 20, 1.23e-4).hasSize(2);
    }
}
