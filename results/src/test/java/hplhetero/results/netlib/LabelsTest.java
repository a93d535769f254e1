package hplhetero.results.netlib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What starters, loggers and terminals put before lines. */
final class LabelsTest {
    private static final String ROW = "WR11C2R4       14745   256     1     4             192.75             1.1088e+01";

    @ParameterizedTest
    @ValueSource(strings = {"", "0: ", "12: ", "[3] ", "[1,0]<stdout>:", "[prterun-n1-1234@1,0]<stdout>: ", "2026-03-02T10:11:12Z ",
        "[2026-03-02 10:11:12,123] ", "2026-03-02T10:11:12.5+01:00 0: ", "Mar  2 10:11:12 ", "10:11:12 ", "    0: ", "    [1,0]<stdout>:",
        "Mon Mar  2 10:11:12 2026<stdout>:", "Mon Mar  2 10:11:12 2026[1,0]<stdout>:", "\u001b[1m\u001b[32m"})
    void shouldTakeOffWhatStandsBeforeALine(String label) {
        assertThat(Labels.parted(Stream.of(label + ROW + "\u001b[0m"))).containsExactly(List.of(ROW));
    }

    /** Four nodes, each of which runs an HPL of its own under one srun. */
    @Test
    void shouldPartProcessesWhoseLinesMix() {
        assertThat(Labels.parted(Stream.of("srun: job 5 started", "1: a", "0: A", "1: b", "0: B", "done"))).containsExactly(
                List.of("srun: job 5 started", "done"), List.of("a", "b"), List.of("A", "B"));
    }
}
