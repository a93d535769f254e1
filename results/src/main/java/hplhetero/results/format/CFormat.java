package hplhetero.results.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Formats doubles as C's printf does. Java's own format rounds the shortest decimal that names a double, half up: 0.125 becomes 0.13 and
 * 1.005 becomes 1.01. C rounds the double itself, half to even, and prints 0.12 and 1.00.
 */
public final class CFormat {

    private CFormat() {
    }

    /**
     * Formats a value as C's {@code %width.precisionf}, without an exponent.
     *
     * @param value     the value
     * @param width     least number of characters, filled with blanks on the left
     * @param precision number of decimals
     */
    public static String fixed(double value, int width, int precision) {
        if (!Double.isFinite(value)) {
            return padded(notFinite(value), width);
        }
        BigDecimal rounded = new BigDecimal(Math.abs(value)).setScale(precision, RoundingMode.HALF_EVEN);
        return padded(sign(value) + rounded.toPlainString(), width);
    }

    /**
     * Formats a value as C's {@code %width.precisione}, with an exponent.
     *
     * @param value     the value
     * @param width     least number of characters, filled with blanks on the left
     * @param precision number of decimals, &gt;= 1
     */
    public static String exponent(double value, int width, int precision) {
        if (!Double.isFinite(value)) {
            return padded(notFinite(value), width);
        }
        BigDecimal rounded = new BigDecimal(Math.abs(value))
                .round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
        String digits = rounded.unscaledValue().toString();
        digits += "0".repeat(Math.max(0, precision + 1 - digits.length()));
        int exponent = value == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        return padded(sign(value) + digits.charAt(0) + '.' + digits.substring(1, precision + 1)
                + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent), width);
    }

    private static String notFinite(double value) {
        return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }

    private static String sign(double value) {
        return Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    }

    private static String padded(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
