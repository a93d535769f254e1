package hplhetero.hpl.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.result.Phase;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseTimersTest {

    @Test
    void shouldAddUpAllWorkersAndCallTheRestWaiting() {
        PhaseTimers timers = new PhaseTimers(3);
        long now = System.nanoTime();
        double dgemm = since(now - 1_000_000_000L, timers.add(0, Phase.DGEMM, now - 1_000_000_000L))
                + since(now - 2_000_000_000L, timers.add(2, Phase.DGEMM, now - 2_000_000_000L));
        double swap = since(now - 500_000_000L, timers.add(1, Phase.SWAP, now - 500_000_000L));
        Map<Phase, Double> seconds = timers.seconds(2_000.0);
        assertThat(seconds).containsOnlyKeys(Phase.values());
        assertThat(seconds.get(Phase.DGEMM)).isCloseTo(dgemm, within(1e-12)).isGreaterThanOrEqualTo(3.0);
        assertThat(seconds.get(Phase.SWAP)).isCloseTo(swap, within(1e-12)).isGreaterThanOrEqualTo(0.5);
        assertThat(seconds.values().stream().mapToDouble(Double::doubleValue).sum()).isCloseTo(6_000.0, within(1e-9));
    }

    private static double since(long start, long end) {
        return (end - start) * 1e-9;
    }

    @Test
    void shouldReturnTheStartOfWhatFollows() {
        PhaseTimers timers = new PhaseTimers(1);
        long start = System.nanoTime();
        long middle = timers.add(0, Phase.SWAP, start);
        long end = timers.add(0, Phase.DTRSM, middle);
        assertThat(timers.seconds(0).get(Phase.SWAP)).isCloseTo((middle - start) * 1e-9, within(1e-12));
        assertThat(timers.seconds(0).get(Phase.DTRSM)).isCloseTo((end - middle) * 1e-9, within(1e-12));
    }

    @Test
    void shouldNeverWaitLessThanNothing() {
        PhaseTimers timers = new PhaseTimers(1);
        timers.add(0, Phase.DGEMM, System.nanoTime() - 1_000_000_000L);
        assertThat(timers.seconds(0.5).get(Phase.WAITING)).isZero();
    }

    @Test
    void shouldForgetWhenReset() {
        PhaseTimers timers = new PhaseTimers(2);
        timers.add(1, Phase.PACK, System.nanoTime() - 1_000_000L);
        timers.reset();
        assertThat(timers.seconds(1.0).get(Phase.PACK)).isZero();
        assertThat(timers.seconds(1.0).get(Phase.WAITING)).isEqualTo(2.0);
    }
}
