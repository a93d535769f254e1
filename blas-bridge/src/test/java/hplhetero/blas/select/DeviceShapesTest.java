package hplhetero.blas.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The device is a fake, whose clock it advances itself. */
final class DeviceShapesTest {
    private final AtomicLong nanos = new AtomicLong();
    private final FakeDevices devices = new FakeDevices("fake", 1, nanos);

    @Test
    void shouldTellTheRatesOfProductsAndPanels() {
        devices.factors = true;
        DenseKernels kernels = devices.load(Optional.empty());
        assertThat(DeviceShapes.factors(kernels)).isTrue();
        List<DeviceShapes.Shape> shapes = DeviceShapes.measure(kernels, 600, List.of(32, 64), nanos::get);
        assertThat(shapes).extracting(DeviceShapes.Shape::width).containsExactly(32, 64);
        DeviceShapes.Shape wide = shapes.getLast();
        assertThat(wide.order()).isEqualTo(600);
        assertThat(wide.update()).isCloseTo(2.0 * 600 * 600 * 64 / FakeDevices.PRODUCT_NANOS, within(1e-9));
        assertThat(wide.panel().orElseThrow()).isCloseTo((600.0 * 64 * 64 - 64 * 64 * 64 / 3.0) / (64 * FakeDevices.PANEL_COLUMN_NANOS),
                within(1e-9));
    }

    @Test
    void shouldTellNoRateOfPanelsThatTheDeviceDoesNotFactor() {
        DenseKernels kernels = devices.load(Optional.empty());
        assertThat(DeviceShapes.factors(kernels)).isFalse();
        assertThat(DeviceShapes.measure(kernels, 100, List.of(32), nanos::get).getFirst().panel()).isEmpty();
    }

    /** A matrix of order 2048 takes 33.6 MB, of order 4096 more than the 40 MB that there are. */
    @Test
    void shouldMeasureAsLargeAMatrixAsTheDeviceHolds() {
        assertThat(DeviceShapes.measure(devices.load(Optional.empty()), nanos::get)).extracting(DeviceShapes.Shape::order)
                .containsOnly(2048);
    }
}
