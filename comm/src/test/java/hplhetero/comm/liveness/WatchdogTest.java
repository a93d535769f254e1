package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long SECOND = 1_000_000_000;
    private static final long START = Long.MAX_VALUE - 5 * SECOND;

    private final Watchdog watchdog = new Watchdog(3, START);

    @Test
    void shouldNoticeThatNoRankAdvances() {
        assertThat(watchdog.stalled(MINUTE, START + 60 * SECOND - 1)).isFalse();
        assertThat(watchdog.stalled(MINUTE, START + 60 * SECOND)).isTrue();
    }

    @Test
    void shouldBeContentWithOneRankThatAdvances() {
        for (int second = 0; second < 600; second += 50) {
            watchdog.heard(0, 7, START + second * SECOND);
            watchdog.heard(2, second + 1, START + second * SECOND);
            assertThat(watchdog.stalled(MINUTE, START + second * SECOND)).isFalse();
        }
        assertThat(watchdog.stalled(MINUTE, START + 609 * SECOND)).isFalse();
        assertThat(watchdog.stalled(MINUTE, START + 610 * SECOND)).isTrue();
    }

    @Test
    void shouldNotTakeTheSameTicksForAdvance() {
        watchdog.heard(1, 5, START + SECOND);
        watchdog.heard(1, 5, START + 60 * SECOND);
        assertThat(watchdog.stalled(MINUTE, START + 61 * SECOND)).isTrue();
    }

    @Test
    void shouldNotCountItsOwnPause() {
        watchdog.paused(100 * SECOND);
        assertThat(watchdog.stalled(MINUTE, START + 120 * SECOND)).isFalse();
        assertThat(watchdog.stalled(MINUTE, START + 160 * SECOND)).isTrue();
    }
}
