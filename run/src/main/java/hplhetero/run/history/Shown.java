package hplhetero.run.history;

import hplhetero.results.format.CFormat;
import hplhetero.results.format.FreeText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Text for the cells of the tables of this package. */
final class Shown {
    static final String UNKNOWN = "-";
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final MathContext DIGITS = new MathContext(4);

    private Shown() {
    }

    /** Returns a name from outside without characters that a terminal would obey. */
    static String name(String name) {
        String line = FreeText.line(name).replaceAll("\\p{C}", "?");
        return line.isEmpty() ? UNKNOWN : line;
    }

    /** Returns day and minute of a time, in the machine's time zone. */
    static String minute(Instant instant) {
        return MINUTE.format(instant.atZone(ZoneId.systemDefault()));
    }

    /** Returns a number with four significant digits, and with an exponent only below 1e-4; {@code -} where it is not known. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        return value != 0 && Math.abs(value) < 1e-4 ? CFormat.exponent(value, 0, 1) : rounded.toPlainString();
    }

    /**
     * Returns a share as a percentage such as {@code 78.1 %}; {@code -} where it is not known.
     *
     * @param share  the share, where 1 is 100 %; NaN: not known
     * @param format format of the number, such as {@code %.1f}
     */
    static String percent(double share, String format) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, format + " %%", 100 * share) : UNKNOWN;
    }
}
