package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units, as options have them; the units are those of cluster files. All throw {@link InputException}. */
public final class QuantityText {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})(?:([KMG])i?)?B?");
    private static final String UNITS = " KMG";
    private static final MathContext DIGITS = new MathContext(3);

    private QuantityText() {
    }

    /** A time &gt;= 0, such as {@code 5us}, in seconds. */
    public static double seconds(String option, String text) {
        return Quantity.TIME.notNegative(text.strip(), "option " + option).doubleValue();
    }

    /** A speed &gt; 0, such as {@code 50GFLOPS}, in GFLOPS. */
    public static double gflops(String option, String text) {
        return Quantity.SPEED.positive(text.strip(), "option " + option).doubleValue();
    }

    /** A bandwidth &gt; 0, such as {@code 1.2GB/s}, in bytes a second. */
    public static double bandwidth(String option, String text) {
        return Quantity.BANDWIDTH.positive(text.strip(), "option " + option).doubleValue();
    }

    /** An amount of memory &gt; 0, such as {@code 16GiB}, in bytes. */
    public static double memory(String option, String text) {
        return Quantity.MEMORY.positive(text.strip(), "option " + option).doubleValue();
    }

    /** The words for a time, of three digits. */
    public static String time(double seconds) {
        return Quantity.TIME.writeExactly(rounded(seconds));
    }

    /** The words for a bandwidth, of three digits. */
    public static String rate(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? SiteLines.UNLIMITED : Quantity.BANDWIDTH.writeExactly(rounded(bytesPerSecond));
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(DIGITS);
    }

    /**
     * Sizes of messages such as {@code 64,1Ki,1MiB}, in bytes; K, M and G are 2^10, 2^20 and 2^30.
     *
     * @param most the largest allowed
     */
    public static List<Long> sizes(String option, String text, long most) {
        List<Long> sizes = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            sizes.add(size(option, item.strip(), most));
        }
        return sizes;
    }

    private static long size(String option, String item, long most) {
        Matcher size = SIZE.matcher(item);
        if (size.matches()) {
            int unit = size.group(2) == null ? 0 : 10 * UNITS.indexOf(size.group(2));
            long number = Long.parseLong(size.group(1));
            if (number <= most >> unit) {
                return number << unit;
            }
        }
        throw Numbers.refused("option " + option, "bytes of a message, 0.." + most, Numbers.quoted(item),
                "write numbers such as 64,1Ki,1Mi");
    }
}
