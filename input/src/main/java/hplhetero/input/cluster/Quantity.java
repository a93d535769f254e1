package hplhetero.input.cluster;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kinds of quantities that numbers with units measure. A unit is always required: 55 could be a ratio, or the rate of a core or of a
 * node. Values are kept in the base unit and computed in decimals, so that what {@link #write} writes is read back as the same double.
 */
enum Quantity {
    /** A speed, whose base unit is GFLOPS. */
    SPEED("a speed > 0 with its unit, such as 55GFLOPS", "GFLOPS 1 MFLOPS 1e-3 TFLOPS 1e3 GFLOP/s 1 MFLOP/s 1e-3 TFLOP/s 1e3 "
            + "Gflops 1 Mflops 1e-3 Tflops 1e3 Gflop/s 1 Mflop/s 1e-3 Tflop/s 1e3"),
    /** A time, whose base unit is the second. */
    TIME("a time >= 0 with its unit, such as 20us", "ps 1e-12 ns 1e-9 us 1e-6 \u00b5s 1e-6 ms 1e-3 s 1 fs 1e-15"),
    /** A bandwidth, whose base unit is bytes per second. */
    BANDWIDTH("a bandwidth > 0 with its unit, such as 1.2GB/s or 10Gbit/s, or unlimited",
            "GB/s 1e9 MB/s 1e6 kB/s 1e3 B/s 1 GiB/s 1073741824 MiB/s 1048576 Gbit/s 125e6 Mbit/s 125e3"),
    /** An amount of memory, whose base unit is the byte. */
    MEMORY("an amount of memory > 0 with its unit, such as 16GiB",
            "GiB 1073741824 MiB 1048576 KiB 1024 B 1 TiB 1099511627776 TB 1e12 GB 1e9 MB 1e6 kB 1e3"),
    /** The frequency of a clock, whose base unit is GHz. */
    CLOCK("a clock > 0 with its unit, such as 3.0GHz", "GHz 1 MHz 1e-3");

    /** The number of digits that distinguish any double from its neighbours, and some more for what a division loses. */
    private static final int MOST_DIGITS = 25;
    private static final Pattern FORM = Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)\\s*(\\S*)");

    private final String expected;
    private final Map<String, BigDecimal> units = new LinkedHashMap<>();

    Quantity(String expected, String units) {
        this.expected = expected;
        String[] words = units.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            this.units.put(words[i], new BigDecimal(words[i + 1]));
        }
    }

    /**
     * Reads a number with its unit, and returns its value in the base unit. Throws {@link InputException} where the value is not above 0,
     * or the text is no such quantity.
     *
     * @param text  the number with its unit
     * @param where place of the text, for messages
     */
    BigDecimal positive(String text, String where) {
        BigDecimal value = value(text, where);
        if (value.signum() <= 0) {
            throw refused(text, where, "");
        }
        return value;
    }

    /**
     * Reads a number with its unit, and returns its value in the base unit. Throws {@link InputException} where the value is below 0, or
     * the text is no such quantity.
     *
     * @param text  the number with its unit
     * @param where place of the text, for messages
     */
    BigDecimal notNegative(String text, String where) {
        BigDecimal value = value(text, where);
        if (value.signum() < 0) {
            throw refused(text, where, "");
        }
        return value;
    }

    private BigDecimal value(String text, String where) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw refused(text, where, "");
        }
        BigDecimal unit = units.get(parts.group(2));
        if (unit == null) {
            throw refused(text, where, parts.group(2).isEmpty() ? ", which has no unit" : ", whose unit is unknown");
        }
        BigDecimal value = new BigDecimal(parts.group(1)).multiply(unit);
        if (value.signum() != 0 && (value.abs().doubleValue() < Double.MIN_NORMAL || Double.isInfinite(value.doubleValue()))) {
            throw refused(text, where, ", which is too large or too small");
        }
        return value;
    }

    private InputException refused(String text, String where, String why) {
        return Numbers.refused(where, expected, Numbers.quoted(text) + why,
                "write a decimal number and a unit, one of " + String.join(", ", units.keySet()));
    }

    /**
     * Returns the text with the fewest digits that is read back as the same double.
     *
     * @param value value in the base unit, &gt;= 0
     */
    String write(double value) {
        return write(BigDecimal.valueOf(value), BigDecimal::doubleValue).orElseThrow();
    }

    /**
     * Returns the text with the fewest digits from which {@code read} makes the same double as from {@code exact}; empty where there is
     * none.
     *
     * @param exact value in the base unit, &gt;= 0
     * @param read  makes a double from a value in the base unit
     */
    Optional<String> write(BigDecimal exact, ToDoubleFunction<BigDecimal> read) {
        double target = read.applyAsDouble(exact);
        for (int digits = 1; digits <= MOST_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits));
            if (read.applyAsDouble(rounded) == target) {
                return Optional.of(writeExactly(rounded));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns a value with every digit, in the unit that makes the number shortest. Of several such units, the largest that leaves the
     * number at least 1 is taken. Zero is written in the base unit.
     */
    String writeExactly(BigDecimal value) {
        if (value.signum() == 0) {
            return "0" + baseUnit();
        }
        String number = "";
        String best = "";
        BigDecimal least = value;
        for (Map.Entry<String, BigDecimal> unit : units.entrySet()) {
            BigDecimal inUnit = value.divide(unit.getValue(), new MathContext(2 * MOST_DIGITS));
            String text = inUnit.stripTrailingZeros().toPlainString();
            boolean exact = inUnit.multiply(unit.getValue()).compareTo(value) == 0;
            boolean nearerToOne = inUnit.compareTo(BigDecimal.ONE) >= 0 && inUnit.compareTo(least) < 0;
            if (exact && (best.isEmpty() || text.length() < number.length() || text.length() == number.length() && nearerToOne)) {
                number = text;
                best = text + unit.getKey();
                least = inUnit;
            }
        }
        return best;
    }

    private String baseUnit() {
        return units.entrySet().stream().filter(unit -> unit.getValue().compareTo(BigDecimal.ONE) == 0).findFirst().orElseThrow().getKey();
    }
}
