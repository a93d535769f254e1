package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TeamSizeTest {
    private static final int ROWS_PER_MEMBER = 256;

    /** The update takes 71 worker seconds, of which the panel may take nine tenths: 64 workers without a panel would take one second. */
    @ParameterizedTest
    @CsvSource({
        "0, 0.5, 64, 1",
        "0, 1.0, 64, 1",
        "0, 2.0, 64, 2",
        "0, 10.0, 64, 9",
        "0, 40.0, 64, 25",
        "0.5, 10.0, 64, 14",
        "2, 1, 64, 33",
        "0, 40.0, 4, 4"})
    void shouldTakeTheFewestMembersWithWhichThePanelIsReadyInTime(double alone, double shared, int most, int expected) {
        int rows = ROWS_PER_MEMBER * most;
        double update = 64 / 0.9;
        assertThat(TeamSize.of(rows, 64, alone, shared, update)).isEqualTo(expected)
                .isLessThanOrEqualTo(TeamSize.of(rows, 64, alone, shared, update / 2));
    }

    @Test
    void shouldGiveThePanelToAllWhileThereIsNothingElse() {
        assertThat(TeamSize.of(8 * ROWS_PER_MEMBER, 8, 0.1, 1, 0)).isEqualTo(8);
    }

    @Test
    void shouldGiveEachMemberSomeRows() {
        assertThat(TeamSize.most(0, 8)).isEqualTo(1);
        assertThat(TeamSize.most(3.5 * ROWS_PER_MEMBER, 8)).isEqualTo(3);
        assertThat(TeamSize.most(1e9, 8)).isEqualTo(8);
    }
}
