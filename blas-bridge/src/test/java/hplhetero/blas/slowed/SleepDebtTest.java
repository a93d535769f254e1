package hplhetero.blas.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class SleepDebtTest {
    @Test
    void shouldOweWhatTheFactorLeavesOfTheCpuTime() {
        assertThat(new SleepDebt(3).called(0.01, 0.01)).isCloseTo(0.02, within(1e-12));
    }

    @Test
    void shouldCarryOverWhatIsNotWorthASleep() {
        SleepDebt debt = new SleepDebt(2);
        assertThat(debt.called(0.0003, 0.0003)).isZero();
        assertThat(debt.called(0.0003, 0.0003)).isCloseTo(0.0006, within(1e-12));
    }

    @Test
    void shouldPayByWaitingButGainNothingFromIt() {
        SleepDebt debt = new SleepDebt(2);
        assertThat(debt.called(0.0004, 0.0004)).isZero();
        debt.waited(0.0001);
        assertThat(debt.called(0.0003, 0.0003)).isCloseTo(0.0006, within(1e-12));
        debt.waited(5);
        assertThat(debt.called(0.001, 0.001)).isCloseTo(0.001, within(1e-12));
        debt.slept(0.0015);
        debt.waited(5);
        assertThat(debt.called(0.002, 0.002)).isCloseTo(0.0015, within(1e-12));
    }

    @Test
    void shouldCountTimeLostToOthersAsSlept() {
        SleepDebt debt = new SleepDebt(4);
        assertThat(debt.called(0.01, 0.04)).isZero();
        assertThat(debt.called(0.01, 0.035)).isCloseTo(0.005, within(1e-12));
    }

    @Test
    void shouldGiveBackALongSleepButNoMoreThanAMillisecond() {
        SleepDebt debt = new SleepDebt(2);
        debt.slept(debt.called(0.01, 0.01) + 0.0004);
        assertThat(debt.called(0.001, 0.001)).isCloseTo(0.0006, within(1e-12));
        debt.slept(5);
        assertThat(debt.called(0.0005, 0.0005)).isZero();
        assertThat(debt.called(0.002, 0.002)).isCloseTo(0.001, within(1e-12));
    }
}
