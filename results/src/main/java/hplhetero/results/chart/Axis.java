package hplhetero.results.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis: its ends are ticks.
 *
 * @param scale of its values
 * @param least its beginning; 0 of a linear one
 * @param step  between two ticks; of a logarithmic one the factor
 * @param most  its end
 */
record Axis(Scale scale, double least, double step, double most) {
    private static final int TICKS = 6;
    private static final int MOST_LOGARITHMIC_TICKS = 12;
    private static final double ROUNDING = 1.001;
    private static final MathContext DIGITS = new MathContext(4);
    private static final String[] UNITS = {"", " Ki", " Mi", " Gi"};
    private static final double KIBI = 1024;

    /** How values are laid out. */
    enum Scale {
        /** From zero, in equal steps. */
        LINEAR(0),
        /** Tenfold steps. */
        DECADES(10),
        /** Steps of powers of two, for bytes. */
        BYTES(2);

        private final int base;

        Scale(int base) {
            this.base = base;
        }
    }

    /** One from zero that reaches as far as the largest value. */
    static Axis to(double largest) {
        double step = step(largest);
        return new Axis(Scale.LINEAR, 0, step, Math.ceil(largest / step) * step);
    }

    /** One that holds all values; logarithmic ones hold those above 0. */
    static Axis over(Scale scale, double[] values) {
        double largest = DoubleStream.of(values).max().orElse(1);
        if (scale == Scale.LINEAR) {
            return to(largest);
        }
        double smallest = DoubleStream.of(values).filter(value -> value > 0).min().orElse(largest);
        int from = (int) Math.floor(log(smallest, scale.base) + 1e-9);
        int to = Math.max(from + 1, (int) Math.ceil(log(largest, scale.base) - 1e-9));
        int powers = Math.ceilDiv(to - from, MOST_LOGARITHMIC_TICKS);
        int steps = Math.ceilDiv(to - from, powers);
        return new Axis(scale, Math.pow(scale.base, from), Math.pow(scale.base, powers), Math.pow(scale.base, from + steps * powers));
    }

    private static double log(double value, double base) {
        return Math.log(value) / Math.log(base);
    }

    /** 1, 2 or 5 times a power of ten, so that there are about {@link #TICKS} of them. */
    static double step(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
        double units = most / TICKS / power;
        return power * (units <= 1 ? 1 : units <= 2 ? 2 : units <= 5 ? 5 : 10);
    }

    /** The values at its ticks, ascending. */
    DoubleStream ticks() {
        return scale == Scale.LINEAR ? IntStream.iterate(0, i -> i * step <= most * ROUNDING, i -> i + 1).mapToDouble(i -> i * step)
                : DoubleStream.iterate(least, value -> value <= most * ROUNDING, value -> value * step);
    }

    /** Where a value lies, 0..1; what a logarithmic one cannot hold lies at its beginning. */
    double share(double value) {
        return scale == Scale.LINEAR ? value / most : Math.max(0, Math.log(value / least) / Math.log(most / least));
    }

    /** The words at a tick. */
    String label(double tick) {
        int unit = 0;
        double shown = tick;
        while (scale == Scale.BYTES && shown >= KIBI && unit + 1 < UNITS.length) {
            shown /= KIBI;
            unit++;
        }
        return new BigDecimal(shown).round(DIGITS).stripTrailingZeros().toPlainString() + UNITS[unit];
    }
}
