package hplhetero.results.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis that begins at zero.
 *
 * @param step between two ticks
 * @param most its end, a multiple of {@code step}
 */
record Axis(double step, double most) {
    private static final int TICKS = 6;
    private static final double ROUNDING = 1.001;
    private static final MathContext DIGITS = new MathContext(4);

    /** One that reaches as far as the largest value. */
    static Axis to(double largest) {
        double step = step(largest);
        return new Axis(step, Math.ceil(largest / step) * step);
    }

    /** 1, 2 or 5 times a power of ten, so that there are about {@link #TICKS} of them. */
    static double step(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(most / TICKS)));
        double units = most / TICKS / power;
        return power * (units <= 1 ? 1 : units <= 2 ? 2 : units <= 5 ? 5 : 10);
    }

    /** The values at its ticks, zero first. */
    DoubleStream ticks() {
        return IntStream.iterate(0, i -> i * step <= most * ROUNDING, i -> i + 1).mapToDouble(i -> i * step);
    }

    /** Where a value lies, 0..1. */
    double share(double value) {
        return value / most;
    }

    /** The words at a tick. */
    static String label(double tick) {
        return new BigDecimal(tick).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
