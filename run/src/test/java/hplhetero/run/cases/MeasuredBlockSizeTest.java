package hplhetero.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.select.DeviceShapes.Shape;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class MeasuredBlockSizeTest {
    private static Shape shape(int width, double update, double panel) {
        return new Shape(8192, width, update, OptionalDouble.of(panel));
    }

    /** Two panels: of 4 x 2, then of 2 x 2 beside an update of 2 x 2. */
    @Test
    void shouldSumUpAShortRunByHand() {
        double first = (4 * 2 * 2 - 8 / 3.0) * 1e-9;
        double second = (2 * 2 * 2 - 8 / 3.0) * 1e-9;
        double update = (2 * 2 * 2 * 2 + 2 * 2 * 2) * 1e-9;
        assertThat(MeasuredBlockSize.seconds(4, shape(2, 1, 1))).isCloseTo(first + update, within(1e-18));
        assertThat(MeasuredBlockSize.seconds(4, shape(2, 100, 1))).isCloseTo(first + second, within(1e-18));
    }

    /** Wide products are faster, but wide panels are waited for. */
    @Test
    void shouldWeighPanelsAgainstProducts() {
        List<Shape> slowPanels = List.of(shape(256, 40_000, 300), shape(512, 50_000, 300), shape(1024, 51_000, 300));
        List<Shape> fastPanels = List.of(shape(256, 40_000, 300), shape(512, 50_000, 3000), shape(1024, 50_500, 1500));
        assertThat(MeasuredBlockSize.fastest(40_000, slowPanels)).isEqualTo(256);
        assertThat(MeasuredBlockSize.fastest(40_000, fastPanels)).isEqualTo(512);
        assertThat(MeasuredBlockSize.fastest(400_000, fastPanels)).isEqualTo(1024);
    }

    @Test
    void shouldMeasureOnlyWidthsThatSuitTheMatrixAndTheDevice() {
        long gib = 1L << 30;
        assertThat(MeasuredBlockSize.candidates(100_000, 1, 12 * gib)).containsExactly(256, 384, 512, 768, 1024);
        assertThat(MeasuredBlockSize.candidates(16_000, 1, 12 * gib)).as("32 blocks at least").containsExactly(256, 384);
        assertThat(MeasuredBlockSize.candidates(8_000, 1, 12 * gib)).isEmpty();
        // 3 matrices of 100000 x NB for each of two panels: 1.2 GB at NB = 256
        assertThat(MeasuredBlockSize.candidates(100_000, 1, 2 * gib)).containsExactly(256, 384);
        assertThat(MeasuredBlockSize.candidates(100_000, 3, 2 * gib)).isEmpty();
    }

    @Test
    void shouldMeasureOnlyBeforeRunsThatTakeLong() {
        assertThat(MeasuredBlockSize.pays(1e15, 100_000)).isTrue();
        assertThat(MeasuredBlockSize.pays(0.99e15, 100_000)).isFalse();
    }
}
