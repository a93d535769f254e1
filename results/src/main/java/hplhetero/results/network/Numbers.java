package hplhetero.results.network;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats numbers for pictures. */
final class Numbers {
    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {
    }

    /** Returns a number with three significant digits and without zeros at the end, such as {@code 0.1} or {@code 12}. */
    static String of(double value) {
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
