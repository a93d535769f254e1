package hplhetero.results.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * An axis of a plot, which begins and ends at a tick unless a method says otherwise.
 *
 * @param scale how values are laid out
 * @param least value at the beginning; 0 on a linear axis
 * @param step  difference between two ticks; on a logarithmic axis their ratio
 * @param most  value at the end
 */
record Axis(Scale scale, double least, double step, double most) {
    private static final int TICKS = 6;
    private static final int MOST_LOGARITHMIC_TICKS = 12;
    private static final double ROUNDING = 1.001;
    private static final MathContext DIGITS = new MathContext(4);
    private static final String[] UNITS = {"", " Ki", " Mi", " Gi"};
    private static final double KIBI = 1024;
    private static final long DAY = 86_400;
    private static final long MONTHS = 91 * DAY;
    /** Differences between ticks of dates, in seconds, ascending. */
    private static final long[] CLOCK_STEPS = {60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY,
        MONTHS, 182 * DAY, 365 * DAY};
    private static final int DATE_TICKS = 4;

    /** The layouts of values on an axis. */
    enum Scale {
        /** Equal steps from zero. */
        LINEAR(0),
        /** Steps of powers of ten. */
        DECADES(10),
        /** Steps of powers of two, for bytes. */
        BYTES(2),
        /** Equal steps of minutes, hours or days; values are seconds since 1970. */
        DATES(0);

        private final int base;

        Scale(int base) {
            this.base = base;
        }
    }

    /** Returns a linear axis from zero whose last tick is at or beyond the largest value. */
    static Axis to(double largest) {
        double step = step(largest, TICKS);
        return new Axis(Scale.LINEAR, 0, step, Math.max(1, Math.ceil(largest / step)) * step);
    }

    /** Returns a linear axis from zero that ends at the largest value, whether or not a tick is there. */
    static Axis upTo(double largest) {
        double step = step(largest, TICKS);
        return new Axis(Scale.LINEAR, 0, step, Math.max(largest, step));
    }

    /** Returns an axis that holds all values; a logarithmic axis holds only those above 0. */
    static Axis over(Scale scale, double[] values) {
        double largest = DoubleStream.of(values).max().orElse(1);
        if (scale == Scale.LINEAR) {
            return to(largest);
        }
        if (scale == Scale.DATES) {
            return dates(DoubleStream.of(values).min().orElse(0), largest);
        }
        double smallest = DoubleStream.of(values).filter(value -> value > 0).min().orElse(largest);
        int from = (int) Math.floor(log(smallest, scale.base) + 1e-9);
        int to = Math.max(from + 1, (int) Math.ceil(log(largest, scale.base) - 1e-9));
        int powers = Math.ceilDiv(to - from, MOST_LOGARITHMIC_TICKS);
        int steps = Math.ceilDiv(to - from, powers);
        return new Axis(scale, Math.pow(scale.base, from), Math.pow(scale.base, powers), Math.pow(scale.base, from + steps * powers));
    }

    /** Returns an axis of dates that begins and ends at a tick. */
    private static Axis dates(double earliest, double latest) {
        long step = LongStream.of(CLOCK_STEPS).filter(each -> (latest - earliest) / each <= DATE_TICKS).findFirst()
                .orElse(Math.ceilDiv((long) (latest - earliest), DATE_TICKS * 365 * DAY) * 365 * DAY);
        double least = Math.floor(earliest / step) * step;
        return new Axis(Scale.DATES, least, step, Math.max(least + step, Math.ceil(latest / step) * step));
    }

    private static double log(double value, double base) {
        return Math.log(value) / Math.log(base);
    }

    /**
     * Returns the step between ticks from 0 to {@code most}: 1, 2 or 5 times a power of ten, the smallest that takes at most {@code steps}
     * steps. It is 1 where {@code most} is not above 0.
     */
    static double step(double most, int steps) {
        double least = most / steps;
        if (least < Double.MIN_NORMAL) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double units = least / power;
        return power * (units <= 1 ? 1 : units <= 2 ? 2 : units <= 5 ? 5 : 10);
    }

    /** Returns the values at the ticks, in ascending order. */
    DoubleStream ticks() {
        if (scale == Scale.DATES) {
            return DoubleStream.iterate(least, value -> value <= most, value -> value + step);
        }
        return scale == Scale.LINEAR ? IntStream.iterate(0, i -> i * step <= most * ROUNDING, i -> i + 1).mapToDouble(i -> i * step)
                : DoubleStream.iterate(least, value -> value <= most * ROUNDING, value -> value * step);
    }

    /** Returns the place of a value on the axis, 0..1. A value too small for a logarithmic axis lies at the beginning. */
    double share(double value) {
        if (scale == Scale.DATES) {
            return (value - least) / (most - least);
        }
        return scale == Scale.LINEAR ? value / most : Math.max(0, Math.log(value / least) / Math.log(most / least));
    }

    /** Returns the format of dates at ticks. The first tick also says the year or the day, which the others leave out. */
    private String dateFormat(boolean first) {
        if (step >= MONTHS) {
            return "uuuu-MM";
        }
        return step >= DAY ? (first ? "uuuu-MM-dd" : "MM-dd") : first ? "MM-dd HH:mm" : "HH:mm";
    }

    /** Returns the text that stands beside the tick with value {@code tick}. */
    String label(double tick) {
        if (scale == Scale.DATES) {
            return DateTimeFormatter.ofPattern(dateFormat(tick == least)).withZone(ZoneOffset.UTC)
                    .format(Instant.ofEpochSecond((long) tick));
        }
        int unit = 0;
        double shown = tick;
        while (scale == Scale.BYTES && shown >= KIBI && unit + 1 < UNITS.length) {
            shown /= KIBI;
            unit++;
        }
        return new BigDecimal(shown).round(DIGITS).stripTrailingZeros().toPlainString() + UNITS[unit];
    }
}
