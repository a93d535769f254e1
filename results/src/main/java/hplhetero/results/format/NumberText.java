package hplhetero.results.format;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats numbers for people, with as many digits as say something. */
public final class NumberText {

    private NumberText() {
    }

    /**
     * Returns a value rounded to significant digits, never with an exponent. A value that has fewer digits is not filled up, so 5.0 is
     * {@code 5}; digits before the point are filled up with 0, so 12345 with three digits is {@code 12300}.
     *
     * @param value the value; what is not finite is written as C's printf does
     * @param count the most significant digits, &gt;= 1
     */
    public static String digits(double value, int count) {
        if (!Double.isFinite(value)) {
            return CFormat.fixed(value, 0, 0);
        }
        return new BigDecimal(value).round(new MathContext(count)).toPlainString();
    }

    /**
     * Returns a number of seconds as text without its unit: up to three significant digits; below a tenth of a second, four decimals.
     *
     * @param value the time, in seconds, &gt;= 0
     */
    public static String seconds(double value) {
        return value < 0.1 ? CFormat.fixed(value, 0, 4) : digits(value, 3);
    }

    /** Returns a share, of which 1 is the whole, as a percentage with one decimal, such as {@code 81.3 %}. */
    public static String percent(double share) {
        return CFormat.fixed(100 * share, 0, 1) + " %";
    }

    /**
     * Returns a share, of which 1 is the whole, as a percentage without decimals, such as {@code 81 %}; below one in a hundred, with one
     * decimal.
     */
    public static String roundPercent(double share) {
        return CFormat.fixed(100 * share, 0, share < 0.0095 ? 1 : 0) + " %";
    }
}
