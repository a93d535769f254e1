package hplhetero.results.format;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats numbers of bytes for people. */
public final class ByteText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final int STEP = 1024;
    private static final MathContext DIGITS = new MathContext(4);

    private ByteText() {
    }

    /**
     * Returns a number of bytes with a binary unit, such as {@code 512 B} or {@code 1.5 MiB}: four significant digits, exact where these
     * suffice.
     */
    public static String of(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString() + " " + UNITS[unit];
    }
}
