package hplhetero.hpl.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Something that went wrong with a host while a test ran, so that a user should know.
 *
 * @param kind    what went wrong
 * @param seconds end of the span of time in which it was first seen, in seconds since the start of the test
 * @param value   how much, in the unit of the kind
 * @param before  of {@link Kind#SLOW} the usual clock before, in MHz; else 0
 * @param celsius highest temperature of a processor or GPU meanwhile, in degrees Celsius; NaN where it is not known or says nothing
 * @param detail  of {@link Kind#GPU_SLOW} why, such as {@code heat 12 s}; of {@link Kind#GPU_LINK} which GPU and how, such as
 *                {@code GPU 0 runs on PCIe 3 x8 instead of 5 x16}; empty for other kinds, or where it is not known
 */
public record HealthEvent(Kind kind, double seconds, double value, double before, double celsius, String detail) {

    /** Number of points for which a clock must have been low, so that it counts as fallen and not as noise. */
    private static final int LASTING = 3;
    /** Number of points before these that tell the usual clock. */
    private static final int LEAST_BEFORE = 3;
    /** Share of the usual clock below which a clock is low, whatever the reason. */
    private static final double LOW = 0.8;
    /** Share of the usual clock below which a clock is low where heat or throttling is seen as well. */
    private static final double LOW_AND_HOT = 0.9;
    /** Temperature of a processor, in degrees Celsius, at which a low clock is taken for one that heat has lowered. */
    private static final double HOT = 90;
    /** Share of the cores used before; where ranks use fewer, clocks are low because cores have nothing to do. */
    private static final double BUSY = 0.7;
    private static final double LEAST_SWAPPED = 64 * 0x1p20;
    /** Number of errors of ports below which nothing is said, because good links meet a few. */
    private static final double LEAST_LINK_ERRORS = 10;
    private static final double LEAST_SLOW_SECONDS = 10;

    /** What may go wrong with a host. */
    public enum Kind {
        /** The clock of the working cores has fallen and stays low; the value is the clock in MHz. */
        SLOW,
        /** Memory errors that ECC could not correct; the value is their number. */
        UNCORRECTED_ERRORS,
        /** Memory errors that ECC has corrected; the value is their number. */
        CORRECTED_ERRORS,
        /** A network link was lost; the value is how often. */
        LINK_DOWN,
        /** Errors of network ports; the value is their number. */
        LINK_ERRORS,
        /** Memory was written to swap; the value is its bytes. */
        SWAPPED,
        /** A GPU was slowed for heat or by its power supply; the value is for how many seconds. */
        GPU_SLOW,
        /** Memory errors of GPUs that ECC could not correct; the value is their number. */
        GPU_ERRORS,
        /** The PCIe link of a working GPU is slower than it can be; the value is the GPU's number. */
        GPU_LINK
    }

    /** Makes an event without detail. The parameters are the record's first components. */
    public HealthEvent(Kind kind, double seconds, double value, double before, double celsius) {
        this(kind, seconds, value, before, celsius, "");
    }

    /**
     * Returns what is wrong with a host by the last point of its series: the clock if it is low in the last three points, and what counters
     * have counted so far.
     *
     * @param series series of the host, which may go on
     */
    public static List<HealthEvent> latest(HealthSeries series) {
        List<HealthEvent> found = new ArrayList<>();
        slow(series, found);
        counted(series, HealthQuantity.UNCORRECTED_ERRORS, 1, Kind.UNCORRECTED_ERRORS, found);
        counted(series, HealthQuantity.CORRECTED_ERRORS, 1, Kind.CORRECTED_ERRORS, found);
        counted(series, HealthQuantity.LINK_DOWNS, 1, Kind.LINK_DOWN, found);
        counted(series, HealthQuantity.LINK_ERRORS, LEAST_LINK_ERRORS, Kind.LINK_ERRORS, found);
        counted(series, HealthQuantity.SWAPPED, LEAST_SWAPPED, Kind.SWAPPED, found);
        counted(series, HealthQuantity.GPU_THROTTLED, LEAST_SLOW_SECONDS, Kind.GPU_SLOW, found);
        counted(series, HealthQuantity.GPU_UNCORRECTED_ERRORS, 1, Kind.GPU_ERRORS, found);
        gpuLink(series, found);
        return List.copyOf(found);
    }

    private static void counted(HealthSeries series, HealthQuantity quantity, double least, Kind kind, List<HealthEvent> found) {
        double total = series.total(quantity);
        if (total >= least) {
            List<Double> values = series.of(quantity);
            int first = IntStream.range(0, values.size()).filter(i -> values.get(i) >= least).findFirst().orElseThrow();
            double celsius = kind == Kind.GPU_SLOW ? series.total(HealthQuantity.GPU_TEMPERATURE) : Double.NaN;
            found.add(new HealthEvent(kind, series.seconds().get(first), total, 0, celsius, kind == Kind.GPU_SLOW ? reasons(series) : ""));
        }
    }

    private static String reasons(HealthSeries series) {
        List<String> reasons = new ArrayList<>();
        reason("heat", series.total(HealthQuantity.GPU_HEAT), reasons);
        reason("power supply", series.total(HealthQuantity.GPU_POWER_BRAKE), reasons);
        return String.join(", ", reasons);
    }

    private static void reason(String words, double seconds, List<String> reasons) {
        if (seconds > 0) {
            reasons.add(words + " " + Math.round(seconds) + " s");
        }
    }

    /** Adds the first point at which a link was slow, since links of GPUs that have nothing to do count as good. */
    private static void gpuLink(HealthSeries series, List<HealthEvent> found) {
        List<Double> generations = series.of(HealthQuantity.GPU_LINK_GENERATION);
        List<Double> widths = series.of(HealthQuantity.GPU_LINK_WIDTH);
        List<Double> mostGenerations = series.of(HealthQuantity.GPU_LINK_MOST_GENERATION);
        List<Double> mostWidths = series.of(HealthQuantity.GPU_LINK_MOST_WIDTH);
        IntStream.range(0, generations.size())
                .filter(i -> generations.get(i) < mostGenerations.get(i) || widths.get(i) < mostWidths.get(i)).findFirst().ifPresent(i -> {
                    double gpu = series.of(HealthQuantity.GPU_LINK).get(i);
                    found.add(new HealthEvent(Kind.GPU_LINK, series.seconds().get(i), gpu, 0, Double.NaN, String.format(Locale.ROOT,
                            "GPU %.0f runs on PCIe %.0f x%.0f instead of %.0f x%.0f", gpu, generations.get(i), widths.get(i),
                            mostGenerations.get(i), mostWidths.get(i))));
                });
    }

    private static void slow(HealthSeries series, List<HealthEvent> found) {
        List<Double> clocks = series.of(HealthQuantity.CLOCK);
        int first = clocks.size() - LASTING;
        if (first < LEAST_BEFORE) {
            return;
        }
        double usual = median(clocks.subList(0, first));
        double highest = clocks.subList(first, clocks.size()).stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double celsius = series.of(HealthQuantity.TEMPERATURE).stream().skip(first).mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
        boolean low = highest < LOW * usual || highest < LOW_AND_HOT * usual && (celsius >= HOT || isThrottled(series, first));
        if (low && isBusy(series.of(HealthQuantity.OWN_CORES), first)) {
            double lowest = clocks.subList(first, clocks.size()).stream().mapToDouble(Double::doubleValue).min().orElseThrow();
            found.add(new HealthEvent(Kind.SLOW, series.seconds().get(first), lowest, usual, celsius));
        }
    }

    private static boolean isThrottled(HealthSeries series, int first) {
        List<Double> seconds = series.of(HealthQuantity.THROTTLED);
        return !seconds.isEmpty() && seconds.getLast() > seconds.get(first - 1);
    }

    private static boolean isBusy(List<Double> cores, int first) {
        return cores.isEmpty() || !(median(cores.subList(first, cores.size())) < BUSY * median(cores.subList(0, first)));
    }

    /** Returns the median of the values that are known; NaN where none is. */
    private static double median(List<Double> values) {
        double[] known = values.stream().mapToDouble(Double::doubleValue).filter(value -> !Double.isNaN(value)).sorted().toArray();
        return known.length == 0 ? Double.NaN : 0.5 * (known[(known.length - 1) / 2] + known[known.length / 2]);
    }
}
