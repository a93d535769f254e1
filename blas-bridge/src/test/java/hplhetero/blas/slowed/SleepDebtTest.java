package hplhetero.blas.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class SleepDebtTest {
    @Test
    void shouldOweWhatTheFactorLeavesOfTheCpuTime() {
        assertThat(new SleepDebt().called(3, 0.01, 0.01)).isCloseTo(0.02, within(1e-12));
    }

    @Test
    void shouldCarryOverWhatIsNotWorthASleep() {
        SleepDebt debt = new SleepDebt();
        assertThat(debt.called(2, 0.0003, 0.0003)).isZero();
        assertThat(debt.called(2, 0.0003, 0.0003)).isCloseTo(0.0006, within(1e-12));
    }

    @Test
    void shouldPayByWaitingButGainNothingFromIt() {
        SleepDebt debt = new SleepDebt();
        assertThat(debt.called(2, 0.0004, 0.0004)).isZero();
        debt.waited(0.0001);
        assertThat(debt.called(2, 0.0003, 0.0003)).isCloseTo(0.0006, within(1e-12));
        debt.waited(5);
        assertThat(debt.called(2, 0.001, 0.001)).isCloseTo(0.001, within(1e-12));
        debt.slept(0.0015);
        debt.waited(5);
        assertThat(debt.called(2, 0.002, 0.002)).isCloseTo(0.0015, within(1e-12));
    }

    @Test
    void shouldCountTimeLostToOthersAsSlept() {
        SleepDebt debt = new SleepDebt();
        assertThat(debt.called(4, 0.01, 0.04)).isZero();
        assertThat(debt.called(4, 0.01, 0.035)).isCloseTo(0.005, within(1e-12));
    }

    @Test
    void shouldGiveBackALongSleepButNoMoreThanAMillisecond() {
        SleepDebt debt = new SleepDebt();
        debt.slept(debt.called(2, 0.01, 0.01) + 0.0004);
        assertThat(debt.called(2, 0.001, 0.001)).isCloseTo(0.0006, within(1e-12));
        debt.slept(5);
        assertThat(debt.called(2, 0.0005, 0.0005)).isZero();
        assertThat(debt.called(2, 0.002, 0.002)).isCloseTo(0.001, within(1e-12));
    }

    @Test
    void shouldCountEachCallByItsOwnFactor() {
        SleepDebt debt = new SleepDebt();
        assertThat(debt.called(2, 0.0004, 0.0004)).isZero();
        assertThat(debt.called(4, 0.0004, 0.0004)).isCloseTo(0.0016, within(1e-12));
        debt.slept(0.0016);
        assertThat(debt.called(1, 0.01, 0.01)).isZero();
    }
}
