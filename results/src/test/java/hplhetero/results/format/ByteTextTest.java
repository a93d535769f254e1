package hplhetero.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteTextTest {
    @ParameterizedTest
    @CsvSource({"0,0 B", "1023,1023 B", "1024,1 KiB", "1536,1.5 KiB", "1179648,1.125 MiB", "2000000,1.907 MiB", "1e18,888.2 PiB",
        "0.5,0.5 B"})
    void shouldTellFourDigits(double bytes, String text) {
        assertThat(ByteText.of(bytes)).isEqualTo(text);
    }
}
