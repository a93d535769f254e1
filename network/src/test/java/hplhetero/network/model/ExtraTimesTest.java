package hplhetero.network.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.network.model.ExtraTimes.Point;
import hplhetero.network.model.HockneyFit.Sample;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtraTimesTest {
    /** The line takes 100 s and 2 s a byte. */
    private static final ExtraTimes EXTRA = ExtraTimes.of(List.of(new Sample(30, 130), new Sample(10, 124)), 100, 2);

    @Test
    void shouldBeWhatMeasuredTimesAreAboveTheLine() {
        assertThat(EXTRA.points()).containsExactly(new Point(10, 4), new Point(30, -30));
        assertThat(ExtraTimes.of(List.of(), 100, 2)).isEqualTo(ExtraTimes.NONE);
    }

    @Test
    void shouldBeLinearBetweenPointsAndGrowAsTheLineBeyondThem() {
        assertThat(List.of(EXTRA.seconds(10), EXTRA.seconds(15), EXTRA.seconds(20), EXTRA.seconds(30)))
                .containsExactly(4.0, -4.5, -13.0, -30.0);
        assertThat(List.of(EXTRA.seconds(0), EXTRA.seconds(9))).containsExactly(4.0, 4.0);
        assertThat(List.of(EXTRA.seconds(31), EXTRA.seconds(1e9))).containsExactly(-30.0, -30.0);
        assertThat(ExtraTimes.NONE.seconds(5)).isZero();
        LinkCost cost = LinkCost.hockney(100, 2).with(EXTRA);
        assertThat(cost.seconds(10, 3)).isEqualTo(124);
        assertThat(cost.seconds(20, 3)).isEqualTo((124 + 130) / 2.0);
        assertThat(cost.seconds(40, 3)).isEqualTo(130 + 10 * 2);
        // overheads and hops told apart take nothing from a message over as many links
        assertThat(cost.apart(10, 20, 5, 3).seconds(20, 3)).isEqualTo(cost.seconds(20, 3));
        assertThat(cost.apart(60, 40, 0, 3).with(new ExtraTimes(List.of(new Point(1, -1000)))).seconds(20, 3)).isEqualTo(100);
    }

    @Test
    void shouldRefuseSizesThatDoNotAscendAndNumbersThatAreNone() {
        assertThatThrownBy(() -> new ExtraTimes(List.of(new Point(2, 0), new Point(2, 1)))).hasMessageContaining("sizes must ascend");
        assertThatThrownBy(() -> new Point(-1, 0)).hasMessageContaining("bytes=-1.0");
        assertThatThrownBy(() -> new Point(1, Double.NaN)).hasMessageContaining("must be finite");
    }
}
