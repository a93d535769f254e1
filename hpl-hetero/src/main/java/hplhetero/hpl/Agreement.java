package hplhetero.hpl;

import hplhetero.comm.Await;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.MessageMemory;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;

/** What the ranks of a case tell each other outside the clock: agreements, and reports gathered on rank 0. Every method is collective. */
final class Agreement {
    private static final int HOST_BYTES = 256;
    private static final int SOURCE_BYTES = 512;
    private static final int BUSIEST_BYTES = 256;
    /**
     * Number of doubles in a host's power record: whether the record is filled in, joules, throttling, three clock frequencies,
     * temperature, and three numbers of the host's load.
     */
    private static final int POWER_DOUBLES = 10;
    private static final int SOURCE_AT = 8 * POWER_DOUBLES + HOST_BYTES;
    private static final int BUSIEST_AT = SOURCE_AT + SOURCE_BYTES;

    /**
     * Index of the first of the device's doubles in a rank's report; the doubles before it are workers, block share and seconds by phase.
     * The device's first double says whether the rank has a device, and the host's name follows the device's doubles.
     */
    private static final int DEVICE_AT = 2 + Phase.values().length;
    private static final int DEVICE_NUMBERS = 5;
    private static final int DEVICE_DOUBLES = DEVICE_NUMBERS + PanelTimes.NONE.numbers().length;
    private static final int HOST_AT = DEVICE_AT + DEVICE_DOUBLES;

    private final Communicator ranks;
    private final Collectives collectives;

    Agreement(Communicator ranks) {
        this.ranks = ranks;
        collectives = CollectiveAlgorithms.of(ranks);
    }

    /**
     * Returns on every rank the smallest of the numbers that all ranks pass.
     *
     * @param mine the number of this rank
     */
    double smallest(double mine) {
        return combined(new double[] {mine}, Math::min)[0];
    }

    /**
     * Returns on every rank the largest of the numbers that all ranks pass.
     *
     * @param mine the number of this rank
     */
    double largest(double mine) {
        return combined(new double[] {mine}, Math::max)[0];
    }

    /**
     * Returns on every rank an array with the largest of the numbers that all ranks pass at each index.
     *
     * @param mine the numbers of this rank, as many on all ranks
     */
    double[] largest(double[] mine) {
        return combined(mine, Math::max);
    }

    /**
     * Returns on every rank whether all ranks pass the same text, as far as the hash codes of the texts tell.
     *
     * @param mine the text of this rank
     */
    boolean isCommon(String mine) {
        double code = mine.hashCode();
        double[] most = combined(new double[] {code, -code}, Math::max);
        return most[0] == -most[1];
    }

    /**
     * Returns on every rank whether no two ranks pass the same text, as far as the hash codes of the texts tell. Empty texts do not count.
     *
     * @param mine the text of this rank
     */
    boolean areDistinct(String mine) {
        double[] codes = new double[ranks.size()];
        Arrays.fill(codes, Double.NEGATIVE_INFINITY);
        if (!mine.isEmpty()) {
            codes[ranks.rank()] = mine.hashCode();
        }
        double[] known = Arrays.stream(largest(codes)).filter(Double::isFinite).toArray();
        return Arrays.stream(known).distinct().count() == known.length;
    }

    /** Waits until all ranks have called this method. */
    void barrier() {
        Collectives.Barrier barrier = collectives.barrier(Tags.AGREEMENT);
        barrier.start();
        Await.done(barrier);
    }

    private double[] combined(double[] mine, DoubleBinaryOperator operator) {
        return MessageMemory.lend(arena -> {
            MemorySegment values = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, mine);
            Collectives.Allreduce allreduce = collectives.allreduce(values.byteSize(), (inout, in) -> {
                for (long i = 0; i < mine.length; i++) {
                    inout.setAtIndex(ValueLayout.JAVA_DOUBLE, i, operator.applyAsDouble(
                            inout.getAtIndex(ValueLayout.JAVA_DOUBLE, i), in.getAtIndex(ValueLayout.JAVA_DOUBLE, i)));
                }
            }, Tags.AGREEMENT);
            allreduce.start(values);
            Await.done(allreduce);
            return values.toArray(ValueLayout.JAVA_DOUBLE);
        });
    }

    /**
     * Gathers the reports of all ranks on rank 0.
     *
     * @param mine the report of this rank
     * @return on rank 0 all reports, by rank; an empty list on other ranks
     */
    List<RankReport> reports(RankReport mine) {
        return gathered(8L * HOST_AT + HOST_BYTES, piece -> write(mine, piece), Agreement::read);
    }

    /**
     * Gathers on rank 0 what ranks have measured of their hosts.
     *
     * @param mine what this rank has measured of its host; empty where this rank measures no host
     * @return on rank 0 the measurements of all hosts, in the order of the ranks that made them; an empty list on other ranks
     */
    List<HostPower> powers(Optional<HostPower> mine) {
        List<Optional<HostPower>> powers = gathered(BUSIEST_AT + BUSIEST_BYTES, piece -> mine.ifPresent(power -> write(power, piece)),
                (_, piece) -> power(piece));
        List<HealthSeries> health = health(mine.map(HostPower::health).orElse(HealthSeries.NONE));
        List<HostPower> all = new ArrayList<>();
        for (int r = 0; r < powers.size(); r++) {
            HealthSeries its = health.isEmpty() ? HealthSeries.NONE : health.get(r);
            powers.get(r).ifPresent(power -> all.add(power.withHealth(its)));
        }
        return all;
    }

    /**
     * Gathers the health of all hosts on rank 0. All pieces are as long as the longest.
     *
     * @return on rank 0 the series of all ranks, by rank; an empty list on other ranks, and where no rank has any
     */
    private List<HealthSeries> health(HealthSeries mine) {
        double[] numbers = numbers(mine);
        long longest = (long) largest(numbers.length);
        return longest == 0 ? List.of() : gathered(8 * longest,
                piece -> MemorySegment.copy(numbers, 0, piece, ValueLayout.JAVA_DOUBLE, 0, numbers.length), (_, piece) -> series(piece));
    }

    /**
     * Returns a series as numbers; none for a series without points.
     * <pre>
     * | points | quantities: bit q for quantity q | seconds[points] | values[points] of the first quantity | of the next ...
     * </pre>
     */
    private static double[] numbers(HealthSeries series) {
        int points = series.seconds().size();
        if (points == 0) {
            return new double[0];
        }
        List<Double> all = new ArrayList<>();
        all.add((double) points);
        all.add((double) series.values().keySet().stream().mapToLong(quantity -> 1L << quantity.ordinal()).sum());
        all.addAll(series.seconds());
        // by the order of the quantities, as their bits
        series.values().values().forEach(all::addAll);
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static HealthSeries series(MemorySegment from) {
        int points = (int) from.getAtIndex(ValueLayout.JAVA_DOUBLE, 0);
        if (points == 0) {
            return HealthSeries.NONE;
        }
        long quantities = (long) from.getAtIndex(ValueLayout.JAVA_DOUBLE, 1);
        Map<HealthQuantity, List<Double>> values = new EnumMap<>(HealthQuantity.class);
        long at = 2 + points;
        for (HealthQuantity quantity : HealthQuantity.values()) {
            if ((quantities >> quantity.ordinal() & 1) == 1) {
                values.put(quantity, doubles(from, at, points));
                at += points;
            }
        }
        return new HealthSeries(doubles(from, 2, points), values);
    }

    private static List<Double> doubles(MemorySegment from, long index, int count) {
        return Arrays.stream(from.asSlice(8 * index, 8L * count).toArray(ValueLayout.JAVA_DOUBLE)).boxed().toList();
    }

    /**
     * Gathers a piece of {@code bytes} bytes from each rank. Returns what the reader makes of the pieces on rank 0, by rank; an empty list
     * on other ranks.
     */
    private <T> List<T> gathered(long bytes, Consumer<MemorySegment> writer, PieceReader<T> reader) {
        return MessageMemory.lend(arena -> {
            MemorySegment piece = arena.allocate(bytes, 64).fill((byte) 0);
            MemorySegment whole = ranks.rank() == 0 ? arena.allocate(bytes * ranks.size(), 64) : null;
            writer.accept(piece);
            Collectives.Gather gather = collectives.gather(Tags.AGREEMENT);
            gather.start(piece, whole, 0);
            Await.done(gather);
            List<T> all = new ArrayList<>();
            for (int r = 0; r < ranks.size() && whole != null; r++) {
                all.add(reader.read(r, whole.asSlice(r * bytes, bytes)));
            }
            return all;
        });
    }

    /** Makes an object of the bytes that a rank has written into its piece. */
    @FunctionalInterface
    private interface PieceReader<T> {
        T read(int rank, MemorySegment piece);
    }

    private static void write(HostPower power, MemorySegment to) {
        HostLoad load = power.load();
        double[] numbers = {1, power.joules(), power.throttled(), power.meanMegahertz(), power.leastMegahertz(), power.fromMegahertz(),
            power.celsius(), load.cores(), load.otherCores(), load.stolenCores()};
        MemorySegment.copy(numbers, 0, to, ValueLayout.JAVA_DOUBLE, 0, POWER_DOUBLES);
        text(power.host(), HOST_BYTES, to, 8L * POWER_DOUBLES);
        text(power.source(), SOURCE_BYTES, to, SOURCE_AT);
        text(load.busiest(), BUSIEST_BYTES, to, BUSIEST_AT);
    }

    private static Optional<HostPower> power(MemorySegment from) {
        double[] numbers = from.asSlice(0, 8L * POWER_DOUBLES).toArray(ValueLayout.JAVA_DOUBLE);
        return numbers[0] == 0 ? Optional.empty() : Optional.of(new HostPower(from.getString(8L * POWER_DOUBLES), numbers[1],
                from.getString(SOURCE_AT), numbers[3], numbers[4], (long) numbers[2], numbers[5], numbers[6],
                new HostLoad(numbers[7], numbers[8], numbers[9], from.getString(BUSIEST_AT))));
    }

    /**
     * Writes a text as UTF-8, cut where it is too long for {@code bytes} bytes with a zero behind it. The memory must be filled with zeros.
     */
    private static void text(String text, int bytes, MemorySegment to, long offset) {
        byte[] encoded = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), bytes - 1);
        MemorySegment.copy(encoded, 0, to, ValueLayout.JAVA_BYTE, offset, encoded.length);
    }

    private static void write(RankReport report, MemorySegment to) {
        to.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, report.workers());
        to.setAtIndex(ValueLayout.JAVA_DOUBLE, 1, report.blockShare());
        for (Phase phase : Phase.values()) {
            to.setAtIndex(ValueLayout.JAVA_DOUBLE, 2 + phase.ordinal(), report.seconds().get(phase));
        }
        report.device().ifPresent(device -> MemorySegment.copy(DoubleStream.concat(DoubleStream.of(1, device.hostShare(),
                device.transferSeconds(), device.busyWorkers(), device.unlockedBytes()), DoubleStream.of(device.panels().numbers()))
                .toArray(), 0, to, ValueLayout.JAVA_DOUBLE, 8L * DEVICE_AT, DEVICE_DOUBLES));
        text(report.host(), HOST_BYTES, to, 8L * HOST_AT);
    }

    private static RankReport read(int rank, MemorySegment from) {
        Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.values()) {
            seconds.put(phase, from.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 + phase.ordinal()));
        }
        double[] numbers = from.asSlice(8L * DEVICE_AT, 8L * DEVICE_DOUBLES).toArray(ValueLayout.JAVA_DOUBLE);
        Optional<DeviceReport> device = numbers[0] == 0 ? Optional.empty()
                : Optional.of(new DeviceReport(numbers[1], numbers[2], numbers[3], (long) numbers[4],
                        PanelTimes.of(Arrays.copyOfRange(numbers, DEVICE_NUMBERS, DEVICE_DOUBLES))));
        return new RankReport(rank, from.getString(8L * HOST_AT), (int) from.getAtIndex(ValueLayout.JAVA_DOUBLE, 0),
                from.getAtIndex(ValueLayout.JAVA_DOUBLE, 1), seconds, device);
    }
}
