package hplhetero.run.power;

import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.OwnPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Records the health of a host while a test runs. Each sample adds to the span of time that is open; each five seconds the span is closed
 * and becomes a point. Two spans each become one when the memory for points is full, and spans are twice as long from then on. Owner: one
 * thread at a time.
 */
final class HealthRecorder {
    /** Nanoseconds of the first spans. */
    static final long SPAN_NANOS = 5_000_000_000L;
    /** The most points of a series; an even number. */
    static final int MOST_POINTS = 120;

    /** Nanoseconds of the shortest test that has a series, and of the shortest span that is a point of its own. */
    private static final long LEAST_NANOS = 1_000_000_000L;
    /** Half the time from one sample to the next: a span ends at the sample that is nearest to its length. */
    private static final long HALF_SAMPLE_NANOS = 500_000_000L;
    private static final double NANOS = 1e-9;
    private static final double THOUSANDTHS = 1e3;

    private final Sources sources;
    private final HealthFiles files;
    private final Gpus gpus;
    /** Values of each quantity, indexed by the quantity's ordinal and the point. */
    private final double[][] values = new double[HealthQuantity.values().length][MOST_POINTS + 1];
    /** End of each point's span, in seconds since the start of the test. */
    private final double[] seconds = new double[MOST_POINTS + 1];
    /** Kinds of events of which the listener has heard in this test. */
    private final Set<HealthEvent.Kind> told = EnumSet.noneOf(HealthEvent.Kind.class);
    private Consumer<HealthEvent> listener = any -> { };

    private int points;
    private long spanNanos;
    /** Start of the test, start of the open span, and time of the last sample, in nanoseconds. */
    private long begin;
    private long spanBegin;
    private long last;
    /** Clock of the samples in the open span: sum, number, lowest, in MHz. */
    private double clockSum;
    private int clocks;
    private double leastClock;
    /** Highest temperature in the open span, in degrees Celsius; NaN where none was read. */
    private double hottest;
    /** Nanoseconds since the start of the test in which the processor was slowed. */
    private long throttledNanos;
    /** Nanoseconds since the start of the test in which a GPU had lowered its clock, by the quantity that counts the reason. */
    private final Map<HealthQuantity, Long> gpuLoweredNanos = new EnumMap<>(HealthQuantity.class);
    /** Energy from the start of the test to the end of the last span, in joules. */
    private double joules;

    /**
     * The sources that are sampled for a test's totals anyway.
     *
     * @param clock       clock of the cores
     * @param temperature temperature of the processors
     * @param throttling  what slows cores
     * @param power       energy of the host
     * @param load        load of the host
     * @param own         this program's part of the load
     */
    record Sources(Optional<CoreClock> clock, Optional<Temperature> temperature, Optional<Throttling> throttling,
                   Optional<PowerSource> power, Optional<LoadMeter> load, Optional<OwnPart> own) {
    }

    HealthRecorder(Sources sources, HealthFiles files, Gpus gpus) {
        this.sources = sources;
        this.files = files;
        this.gpus = gpus;
    }

    /**
     * Sets the listener that hears, on the thread that samples, of each kind of event once in a test. It hears at once of what the last
     * series tells, which is that of the rehearsal before the first test.
     */
    void listen(Consumer<HealthEvent> to) {
        listener = to;
        told.clear();
        tell();
    }

    /**
     * Begins the series of a new test. The sources have begun before.
     *
     * @param nanos the time now, in nanoseconds
     */
    void begin(long nanos) {
        points = 0;
        spanNanos = SPAN_NANOS;
        begin = nanos;
        last = nanos;
        throttledNanos = 0;
        gpuLoweredNanos.clear();
        joules = 0;
        // a link stays as it is from test to test, so it is told once
        told.removeIf(kind -> kind != HealthEvent.Kind.GPU_LINK);
        files.begin();
        open(nanos);
    }

    private void open(long nanos) {
        spanBegin = nanos;
        clockSum = 0;
        clocks = 0;
        leastClock = Double.POSITIVE_INFINITY;
        hottest = Double.NaN;
    }

    /**
     * Adds what the sources have read last to the open span, and closes the span when it is long enough.
     *
     * @param nanos the time now, in nanoseconds
     */
    void sample(long nanos) {
        if (sources.clock.isPresent()) {
            addClock(sources.clock.get().last());
        }
        addCounters(nanos);
        if (nanos - spanBegin + HALF_SAMPLE_NANOS >= spanNanos) {
            close(nanos);
            if (points == MOST_POINTS) {
                joinPairs();
            }
            tell();
        }
    }

    private void addClock(double megahertz) {
        if (!Double.isNaN(megahertz)) {
            clockSum += megahertz;
            clocks++;
            leastClock = Math.min(leastClock, megahertz);
        }
    }

    private void addCounters(long nanos) {
        if (sources.temperature.isPresent()) {
            hottest = HealthQuantity.TEMPERATURE.merged(hottest, 1, sources.temperature.get().last(), 1);
        }
        if (sources.throttling.isPresent() && sources.throttling.get().isSlowing()) {
            throttledNanos += nanos - last;
        }
        last = nanos;
    }

    private void close(long nanos) {
        double length = (nanos - spanBegin) * NANOS;
        for (double[] its : values) {
            its[points] = Double.NaN;
        }
        seconds[points] = rounded((nanos - begin) * NANOS);
        put(HealthQuantity.CLOCK, clocks == 0 ? Double.NaN : clockSum / clocks);
        put(HealthQuantity.LEAST_CLOCK, clocks == 0 ? Double.NaN : leastClock);
        put(HealthQuantity.TEMPERATURE, hottest);
        double now = sources.power.isPresent() ? sources.power.get().joules() : Double.NaN;
        put(HealthQuantity.POWER, (now - joules) / length);
        joules = now;
        put(HealthQuantity.THROTTLED, sources.throttling.isPresent() ? throttledNanos * NANOS : Double.NaN);
        LoadMeter.Shares shares = sources.load.isPresent() ? sources.load.get().sinceLast(sources.own.orElseThrow())
                : LoadMeter.Shares.UNKNOWN;
        put(HealthQuantity.OWN_CORES, shares.own());
        put(HealthQuantity.OTHER_CORES, shares.others());
        put(HealthQuantity.STOLEN_CORES, shares.stolen());
        files.read(this::put);
        putGpus(nanos);
        points++;
        open(nanos);
    }

    private void putGpus(long nanos) {
        put(HealthQuantity.GPU_CLOCK, gpus.leastMegahertz());
        put(HealthQuantity.GPU_TEMPERATURE, gpus.hottest());
        for (HealthQuantity quantity : Gpus.REASONS.keySet()) {
            double lowered = gpus.isLowered(quantity);
            long sum = gpuLoweredNanos.merge(quantity, lowered > 0 ? nanos - spanBegin : 0, Long::sum);
            put(quantity, Double.isNaN(lowered) ? Double.NaN : sum * NANOS);
        }
        gpus.readLink(this::put);
    }

    private void put(HealthQuantity quantity, double value) {
        values[quantity.ordinal()][points] = rounded(value);
    }

    private static double rounded(double value) {
        return Math.rint(value * THOUSANDTHS) / THOUSANDTHS;
    }

    private void joinPairs() {
        for (int i = 0; i < points / 2; i++) {
            join(2 * i, 2 * i + 1, i);
        }
        points /= 2;
        spanNanos *= 2;
    }

    /** Joins two points that follow each other; the result becomes the point {@code to}, whose index is not above theirs. */
    private void join(int first, int then, int to) {
        double before = to == 0 ? 0 : seconds[to - 1];
        double firstLength = seconds[first] - before;
        double thenLength = seconds[then] - seconds[first];
        for (HealthQuantity quantity : HealthQuantity.values()) {
            double[] its = values[quantity.ordinal()];
            its[to] = rounded(quantity.merged(its[first], firstLength, its[then], thenLength));
        }
        seconds[to] = seconds[then];
    }

    private void tell() {
        for (HealthEvent event : HealthEvent.latest(series())) {
            if (told.add(event.kind())) {
                listener.accept(event);
            }
        }
    }

    /**
     * Ends the test, after the sources were read for the last time, and returns its series. The clock at the end is not sampled, because
     * cores have nothing to do then.
     *
     * @param nanos the time now, in nanoseconds
     * @return the series; without points where the test was shorter than a second, or nothing is known
     */
    HealthSeries end(long nanos) {
        if (nanos - begin < LEAST_NANOS) {
            return HealthSeries.NONE;
        }
        boolean isShort = nanos - spanBegin < LEAST_NANOS;
        addCounters(nanos);
        if (nanos > spanBegin) {
            close(nanos);
            if (isShort) {
                join(points - 2, points - 1, points - 2);
                points--;
            }
        }
        return series();
    }

    private HealthSeries series() {
        Map<HealthQuantity, List<Double>> known = new EnumMap<>(HealthQuantity.class);
        for (HealthQuantity quantity : HealthQuantity.values()) {
            double[] its = values[quantity.ordinal()];
            if (Arrays.stream(its, 0, points).anyMatch(value -> !Double.isNaN(value))) {
                known.put(quantity, list(its));
            }
        }
        return known.isEmpty() ? HealthSeries.NONE : new HealthSeries(list(seconds), known);
    }

    private List<Double> list(double[] all) {
        List<Double> list = new ArrayList<>(points);
        for (int i = 0; i < points; i++) {
            list.add(all[i]);
        }
        return list;
    }
}
