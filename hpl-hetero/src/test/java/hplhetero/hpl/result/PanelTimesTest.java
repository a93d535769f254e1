package hplhetero.hpl.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PanelTimesTest {
    private static final PanelTimes MIXED = new PanelTimes(List.of(new PanelTimes.Height(1000, 2, 1), new PanelTimes.Height(4000, 3, 4)));

    @Test
    void shouldTakeTheFasterByTheNearestHeight() {
        assertThat(MIXED.byDevice(1)).isFalse();
        assertThat(MIXED.byDevice(1000)).isFalse();
        assertThat(MIXED.byDevice(1999)).as("nearer to 1000, by ratio").isFalse();
        assertThat(MIXED.byDevice(2001)).isTrue();
        assertThat(MIXED.byDevice(1_000_000)).isTrue();
    }

    @Test
    void shouldLeaveEveryPanelToTheDeviceWhereNothingWasMeasured() {
        assertThat(PanelTimes.NONE.byDevice(1)).isTrue();
    }

    @Test
    void shouldReadBackWhatIsSent() {
        assertThat(PanelTimes.of(MIXED.numbers())).isEqualTo(MIXED);
        assertThat(PanelTimes.of(PanelTimes.NONE.numbers())).isEqualTo(PanelTimes.NONE);
    }

    /** Another rank is slower on the device with tall panels, and has measured nothing that this rank has not. */
    @Test
    void shouldAgreeByTheSlowestRank() {
        PanelTimes agreed = MIXED.agreed(mine -> {
            double[] most = mine.clone();
            most[4] = 5;
            return most;
        });
        assertThat(agreed.heights()).containsExactly(new PanelTimes.Height(1000, 2, 1), new PanelTimes.Height(4000, 5, 4));
        assertThat(agreed.byDevice(4000)).isFalse();
    }

    @Test
    void shouldRefuseMoreHeightsThanAreSent() {
        List<PanelTimes.Height> four = Collections.nCopies(PanelTimes.MOST + 1, new PanelTimes.Height(1, 1, 1));
        assertThatThrownBy(() -> new PanelTimes(four)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("heights=4");
    }
}
