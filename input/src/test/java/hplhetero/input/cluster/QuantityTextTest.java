package hplhetero.input.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTextTest {
    private static final long MOST = 1L << 40;

    @Test
    void shouldReadUnits() {
        assertThat(QuantityText.seconds("--latency", "5us")).isEqualTo(5e-6);
        assertThat(QuantityText.bandwidth("--bandwidth", " 1.2GB/s ")).isEqualTo(1.2e9);
        assertThat(QuantityText.sizes("--bytes", "0,64, 1Ki,1KiB,2M,3GB", MOST)).containsExactly(0L, 64L, 1024L, 1024L, 2L << 20, 3L << 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,", "1.5K", "-1", "1T", "1 Ki", "2048Gi", "9999999999999999999", "999999999999999999Gi"})
    void shouldRefuseOtherSizes(String text) {
        assertThatThrownBy(() -> QuantityText.sizes("--bytes", text, MOST)).isInstanceOf(InputException.class)
                .hasMessageContaining("option --bytes: expected message sizes in bytes, 0..1099511627776, found `");
    }

    @Test
    void shouldWriteThreeDigitsThatItReads() {
        assertThat(QuantityText.time(1.23456e-5)).isEqualTo("12.3us");
        assertThat(QuantityText.time(0)).isEqualTo("0us");
        assertThat(QuantityText.time(0.0801)).isEqualTo("80100us");
        assertThat(QuantityText.time(3.3e-9)).isEqualTo("0.0033us");
        assertThat(QuantityText.seconds("", QuantityText.time(3.3e-9))).isEqualTo(3.3e-9);
        assertThat(QuantityText.rate(1.1796e9)).isEqualTo("1.18GB/s");
        assertThat(QuantityText.rate(45.5e9)).isEqualTo("45.5GB/s");
        assertThat(QuantityText.rate(24.2e6)).isEqualTo("0.0242GB/s");
        assertThat(QuantityText.bandwidth("", QuantityText.rate(24.2e6))).isEqualTo(24.2e6);
        assertThat(QuantityText.rate(Double.POSITIVE_INFINITY)).isEqualTo("unlimited");
    }
}
