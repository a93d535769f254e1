package hplhetero.run.cases;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BlockSizeTest {
    /** Small matrices have one NB, so that little time goes into measuring. */
    @Test
    void shouldLetPlansWithDevicesChooseAmongWideBlocks() {
        assertThat(BlockSize.ON_DEVICES.planned(7_999)).containsExactly(160);
        assertThat(BlockSize.ON_DEVICES.planned(8_000)).containsExactly(256, 384, 512);
        assertThat(BlockSize.ON_DEVICES.planned(100_000)).contains(BlockSize.ON_DEVICES.of(100_000));
    }

    @Test
    void shouldTakeTheRuleWhereNothingIsPlanned() {
        assertThat(BlockSize.ON_DEVICES.of(8_000)).isEqualTo(256);
        assertThat(BlockSize.ON_DEVICES.of(60_000)).isEqualTo(384);
    }
}
