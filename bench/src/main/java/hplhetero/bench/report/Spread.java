package hplhetero.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The median and range of repeated measurements. */
public record Spread(double least, double median, double most) {

    /**
     * Returns the median, the least and the largest of some values.
     *
     * @param values at least one value
     */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(sorted.getFirst(), median, sorted.getLast());
    }

    /** Returns the spread of the ratios of each value to the other value of the same round. */
    public static Spread ofRatios(List<Double> values, List<Double> others) {
        return of(IntStream.range(0, values.size()).mapToObj(i -> values.get(i) / others.get(i)).toList());
    }

    /** Returns the median seconds as text, such as {@code 1.4 s}; {@code -} where a value is NaN. */
    public static String seconds(List<Double> values) {
        double median = of(values).median;
        return values.contains(Double.NaN) ? "-" : String.format(Locale.ROOT, "%.1f s", median);
    }

    /** Returns the median and the range as text, with so many digits after the point. */
    public String text(int digits) {
        String number = "%." + digits + "f";
        return String.format(Locale.ROOT, number + " (" + number + ".." + number + ")", median, least, most);
    }
}
