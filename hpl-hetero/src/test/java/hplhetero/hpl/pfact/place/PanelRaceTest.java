package hplhetero.hpl.pfact.place;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.PanelTimes;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The times of both sides are given, and the clock is a number that they advance. */
final class PanelRaceTest {
    private final AtomicLong nanos = new AtomicLong();
    private int panels;

    /** The device needs 2 ms for any panel; the workers 1 us a row, but a fourth more in every second panel, and far more in the first. */
    private PanelRace race(double factor) {
        return new PanelRace(new PanelRace.Contest() {
            @Override
            public double byDevice(int rows) {
                return took(factor * 2e-3);
            }

            @Override
            public double byHost(int rows) {
                panels++;
                return took(factor * 1e-6 * rows * (panels == 1 ? 50 : panels % 2 == 0 ? 1.25 : 1));
            }

            private double took(double seconds) {
                nanos.addAndGet((long) (seconds * 1e9));
                return seconds;
            }
        }, nanos::get);
    }

    @Test
    void shouldKeepTheBestTimeOfEachHeight() {
        PanelTimes times = race(1).times(new int[] {1000, 4000});
        assertThat(times.heights()).extracting(PanelTimes.Height::rows).containsExactly(1000, 4000);
        assertThat(times.heights()).extracting(PanelTimes.Height::deviceSeconds).containsExactly(2e-3, 2e-3);
        // panels alternate between the two heights: the first height always has the odd ones
        assertThat(times.heights()).extracting(PanelTimes.Height::hostSeconds).containsExactly(1e-6 * 1000, 1e-6 * 4000 * 1.25);
        assertThat(times.byDevice(1000)).isFalse();
        assertThat(times.byDevice(4000)).isTrue();
        assertThat(panels).as("a round that does not count, and as many as there are at most").isEqualTo(2 * (1 + PanelRace.MOST_ROUNDS));
    }

    @Test
    void shouldEndAfterOneRoundThatCountsWherePanelsTakeLong() {
        race(1000).times(new int[] {1000});
        assertThat(panels).isEqualTo(2);
    }

    @Test
    void shouldMeasureFewerRowsThanTheTallestAndNoFewerThanColumns() {
        assertThat(PanelRace.heights(80_000, 384)).containsExactly(1024, 4096, 16_384);
        assertThat(PanelRace.heights(512, 64)).containsExactly(128, 512);
        assertThat(PanelRace.heights(100, 64)).containsExactly(100);
        assertThat(PanelRace.heights(64, 64)).containsExactly(64);
    }
}
