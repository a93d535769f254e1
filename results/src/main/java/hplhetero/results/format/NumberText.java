package hplhetero.results.format;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers for people: as many digits as say something. */
public final class NumberText {

    private NumberText() {
    }

    /** Significant digits, never with an exponent. */
    public static String digits(double value, int count) {
        if (!Double.isFinite(value)) {
            return CFormat.fixed(value, 0, 0);
        }
        return new BigDecimal(value).round(new MathContext(count)).toPlainString();
    }

    /** Three significant digits; four decimals where there is less than a tenth of a second. */
    public static String seconds(double value) {
        return value < 0.1 ? CFormat.fixed(value, 0, 4) : digits(value, 3);
    }

    /** A share of 1 with one decimal: {@code 81.3 %}. */
    public static String percent(double share) {
        return CFormat.fixed(100 * share, 0, 1) + " %";
    }

    /** A share of 1 without decimals: {@code 81 %}; below one in a hundred with one. */
    public static String roundPercent(double share) {
        return CFormat.fixed(100 * share, 0, share < 0.0095 ? 1 : 0) + " %";
    }
}
