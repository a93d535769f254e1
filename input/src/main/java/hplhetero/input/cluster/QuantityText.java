package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes numbers with units for options, with the units of cluster files. Every method that reads a text throws
 * {@link InputException} for a text that is none.
 */
public final class QuantityText {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})(?:([KMG])i?)?B?");
    private static final String UNITS = " KMG";
    private static final MathContext DIGITS = new MathContext(3);
    private static final int MICRO_DIGITS = 6;
    private static final int GIGA_DIGITS = 9;

    private QuantityText() {
    }

    /**
     * Reads a time &gt;= 0, such as {@code 5us}, and returns it in seconds.
     *
     * @param option name of the option, for messages
     * @param text   text of the option: a number with its unit
     */
    public static double seconds(String option, String text) {
        return Quantity.TIME.notNegative(text.strip(), "option " + option).doubleValue();
    }

    /**
     * Reads a rate of computing &gt; 0, such as {@code 50GFLOPS}, and returns it in GFLOPS.
     *
     * @param option name of the option, for messages
     * @param text   text of the option: a number with its unit
     */
    public static double gflops(String option, String text) {
        return Quantity.SPEED.positive(text.strip(), "option " + option).doubleValue();
    }

    /**
     * Reads a bandwidth &gt; 0, such as {@code 1.2GB/s}, and returns it in bytes per second.
     *
     * @param option name of the option, for messages
     * @param text   text of the option: a number with its unit
     */
    public static double bandwidth(String option, String text) {
        return Quantity.BANDWIDTH.positive(text.strip(), "option " + option).doubleValue();
    }

    /**
     * Reads an amount of memory &gt; 0, such as {@code 16GiB}, and returns it in bytes.
     *
     * @param option name of the option, for messages
     * @param text   text of the option: a number with its unit
     */
    public static double memory(String option, String text) {
        return Quantity.MEMORY.positive(text.strip(), "option " + option).doubleValue();
    }

    /**
     * Returns a time in microseconds as text, with three significant digits, as {@link #seconds} reads it. All times have this unit, so
     * that those of a table compare at a glance.
     *
     * @param seconds the time, in seconds
     */
    public static String time(double seconds) {
        return scaled(seconds, MICRO_DIGITS) + "us";
    }

    /**
     * Returns a bandwidth in GB/s as text, with three significant digits; {@code unlimited} for infinity. All bandwidths have this unit, so
     * that those of a table compare at a glance.
     *
     * @param bytesPerSecond the bandwidth, in bytes per second
     */
    public static String rate(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? SiteLines.UNLIMITED : scaled(bytesPerSecond, -GIGA_DIGITS) + "GB/s";
    }

    /** Returns a value times 10^{@code power} with three significant digits. */
    private static String scaled(double value, int power) {
        return value == 0 ? "0" : new BigDecimal(value).scaleByPowerOfTen(power).round(DIGITS).stripTrailingZeros().toPlainString();
    }

    /**
     * Reads a list of message sizes such as {@code 64,1Ki,1MiB}, and returns them in bytes; K, M and G are 2^10, 2^20 and 2^30.
     *
     * @param option name of the option, for messages
     * @param text   text of the option
     * @param most   largest size allowed, in bytes
     */
    public static List<Long> sizes(String option, String text, long most) {
        List<Long> sizes = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            sizes.add(size(option, item.strip(), most));
        }
        return sizes;
    }

    /**
     * Reads one message size such as {@code 64}, {@code 1Ki} or {@code 1MiB}, and returns it in bytes; K, M and G are 2^10, 2^20 and 2^30.
     *
     * @param option name of the option, for messages
     * @param item   text of the option
     * @param most   largest size allowed, in bytes
     */
    public static long size(String option, String item, long most) {
        Matcher size = SIZE.matcher(item);
        if (size.matches()) {
            int unit = size.group(2) == null ? 0 : 10 * UNITS.indexOf(size.group(2));
            long number = Long.parseLong(size.group(1));
            if (number <= most >> unit) {
                return number << unit;
            }
        }
        throw Numbers.refused("option " + option, "message sizes in bytes, 0.." + most, Numbers.quoted(item),
                "write numbers such as 64,1Ki,1Mi");
    }
}
