package hplhetero.results.network;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers in pictures. */
final class Numbers {
    private static final MathContext DIGITS = new MathContext(3);

    private Numbers() {
    }

    /** Of three digits: {@code 0.1}, {@code 12}. */
    static String of(double value) {
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
