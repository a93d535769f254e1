package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The health of a host while a test's clock ran: a few quantities, such as clock and temperature, at points in time. A point tells of the
 * span of time since the point before it. A value that could not be read is NaN.
 *
 * @param seconds end of each point's span, in seconds since the start of the test, ascending
 * @param values  the values of each quantity that is known, one for each point
 */
public record HealthSeries(List<Double> seconds, Map<HealthQuantity, List<Double>> values) implements Serializable {
    /** The series of a host on which nothing was sampled, or of a test that was too short. */
    public static final HealthSeries NONE = new HealthSeries(List.of(), Map.of());

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException if a quantity has not one value for each point
     */
    public HealthSeries {
        seconds = List.copyOf(seconds);
        Map<HealthQuantity, List<Double>> copy = new EnumMap<>(HealthQuantity.class);
        values.forEach((quantity, its) -> copy.put(quantity, List.copyOf(its)));
        for (Map.Entry<HealthQuantity, List<Double>> one : copy.entrySet()) {
            if (one.getValue().size() != seconds.size()) {
                throw new IllegalArgumentException(one.getKey().label() + " has " + one.getValue().size() + " values for "
                        + seconds.size() + " points");
            }
        }
        values = Collections.unmodifiableMap(copy);
    }

    /** Returns whether there is no point. */
    public boolean isEmpty() {
        return seconds.isEmpty();
    }

    /** Returns whether some point has a value of this quantity. */
    public boolean knows(HealthQuantity quantity) {
        return !Double.isNaN(total(quantity));
    }

    /** Returns the values of a quantity, one for each point; an empty list where the quantity is not known. */
    public List<Double> of(HealthQuantity quantity) {
        return values.getOrDefault(quantity, List.of());
    }

    /**
     * Returns the value of a quantity over the whole test: the mean of a clock, power or number of cores; the lowest of the free memory;
     * the highest temperature; and what counters have counted. NaN where the quantity is not known.
     */
    public double total(HealthQuantity quantity) {
        List<Double> its = of(quantity);
        double total = Double.NaN;
        double known = 0;
        for (int i = 0; i < its.size(); i++) {
            double span = seconds.get(i) - (i == 0 ? 0 : seconds.get(i - 1));
            double value = its.get(i);
            total = quantity.merged(total, known, value, span);
            known += Double.isNaN(value) ? 0 : span;
        }
        return total;
    }
}
