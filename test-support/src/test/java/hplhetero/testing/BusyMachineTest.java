package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BusyMachineTest {
    @Test
    void shouldLengthenLimitsOnlyWhereProcessesShareCores() {
        assertThat(BusyMachine.seconds(5, 6, 2)).isEqualTo(15);
        assertThat(BusyMachine.seconds(5, 2, 2)).isEqualTo(5);
        assertThat(BusyMachine.seconds(5, 0.1, 2)).isEqualTo(5);
        assertThat(BusyMachine.seconds(5, -1, 2)).as("an unknown load").isEqualTo(5);
        assertThat(BusyMachine.seconds(5)).isGreaterThanOrEqualTo(5);
    }
}
