package hplhetero.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected texts are those of C's printf (glibc). */
class CFormatTest {

    @ParameterizedTest
    @CsvSource({"0, 0.0000e+00", "1, 1.0000e+00", "-0.0, -0.0000e+00", "203.4, 2.0340e+02", "0.0081174, 8.1174e-03",
        "12345.5, 1.2346e+04", "123445, 1.2344e+05", "123455, 1.2346e+05", "99999.5, 1.0000e+05", "1e100, 1.0000e+100",
                "1e-100, 1.0000e-100",
        "4.9e-324, 4.9407e-324", "1.7976931348623157e308, 1.7977e+308", "NaN, nan", "Infinity, inf",
        "-Infinity, -inf"})
    void shouldPrintExponentsAsC(double value, String expected) {
        assertThat(CFormat.exponent(value, 0, 4)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.00", "0.125, 0.12", "0.375, 0.38", "1.005, 1.00", "2.675, 2.67", "0.004, 0.00",
        "123456.789, 123456.79", "-0.001, -0.00", "1e22, 10000000000000000000000.00", "NaN, nan"})
    void shouldPrintFixedPointAsC(double value, String expected) {
        assertThat(CFormat.fixed(value, 0, 2)).isEqualTo(expected);
    }

    @Test
    void shouldPadOnTheLeftAndNeverCut() {
        assertThat(CFormat.fixed(1.5, 8, 2)).isEqualTo("    1.50");
        assertThat(CFormat.exponent(Double.NaN, 6, 4)).isEqualTo("   nan");
        assertThat(CFormat.fixed(1234.5, 3, 2)).isEqualTo("1234.50");
    }
}
