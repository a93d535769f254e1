package hplhetero.hpl.calibrate;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.pfact.place.PanelPlaces;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A probe of the updates and panels of every rank, measured on all ranks at once. Collective. Owner: the rank's thread. */
final class RankProbe {
    /**
     * Shapes of the measured updates, {rows, columns} as shares of the matrix' order. Some are long as with several process columns, some
     * wide as with several process rows.
     */
    private static final double[][] UPDATE_SHAPES = {{1, 1}, {1, 0.25}, {0.25, 1}, {0.5, 0.5}, {0.125, 0.5}, {0.25, 0.25}, {0.125, 0.125}};
    /** Shapes of the updates that a short calibration measures: few, so that there is time for large ones. */
    private static final double[][] SHORT_UPDATE_SHAPES = {{1, 0.5}, {0.5, 1}, {0.5, 0.5}, {0.25, 0.25}};
    /** Shapes of the updates of columns that a device does not hold. */
    private static final double[][] STREAMED_SHAPES = {{1, 1}, {1, 0.25}, {0.25, 1}};
    /** Heights of the measured panels, as shares of the matrix' order. */
    private static final double[] PANEL_HEIGHTS = {1, 0.5, 0.125};
    private static final double[] SHORT_PANEL_HEIGHTS = {1, 0.25};
    private static final int ROUNDS = 3;
    /** Most rounds of a short calibration, which goes on for as long as there is time. */
    private static final int MOST_SHORT_ROUNDS = 2 * ROUNDS;
    /** Share of a short calibration's time for which rounds are planned: the rates, by which they are planned, are rough ones. */
    private static final double SHORT_TIME_SHARE = 0.7;
    /** Share of a short calibration's time after which a rank begins no further size. */
    private static final double LATE_TIME_SHARE = 0.93;
    /** Least share of a short calibration's time that is left for measuring, however long the rate has taken. */
    private static final double LEAST_SHORT_TIME_SHARE = 0.25;
    /** Largest order of the matrix to measure on: beyond most caches, the packed panel too. A larger one would only take longer. */
    private static final int LARGEST_ORDER = 8192;
    /**
     * Largest order of the matrix to measure on where a device computes: its rates still rise beyond {@link #LARGEST_ORDER}, and its panels
     * have many more rows in a run.
     */
    private static final int LARGEST_ORDER_ON_DEVICE = 16_384;
    /** Largest order of the matrix of which a device holds nothing: its updates are as fast as the link to the device. */
    private static final int LARGEST_ORDER_STREAMED = 4096;
    /**
     * Order up to which slow ranks also get the time they need: smaller orders tell too little of a run's sizes. On 1600 ranks came out 1
     * to 23 % wrong, on 2300 1 to 8 % (docs/decisions/0012).
     */
    private static final int SUFFICIENT_ORDER = 2048;
    /** Least order of the matrix that a short calibration measures on, unless the run's is smaller. */
    private static final int LEAST_SHORT_ORDER = 384;
    /** Divisor of a rank's memory: a calibration takes this part of it at most, as a run comes after it. */
    private static final int MEMORY_DIVISOR = 4;
    /**
     * Factor by which a rank may be slower than the mean before it takes longer. A slower rank does not make all ranks measure small sizes.
     * For orders up to {@link #SUFFICIENT_ORDER} even the slowest rank has {@link MeasuringTime#MOST_SECONDS}.
     */
    private static final double SLOWNESS_FACTOR = 4;
    /** Divisor of a size's equal share of the update time: a small update is repeated until it has taken its share divided by this. */
    private static final double TIME_DIVISOR = 4;
    private static final double UPDATE_TIME_SHARE = 0.8;
    /** Order of the first, rough measurement: large enough to tell about how fast a rank is, and a moment's work for a slow rank too. */
    private static final int ROUGH_ORDER = 512;
    private static final int ROUGH_NB = 32;
    private static final int SHORT_ROUGH_ORDER = 384;
    /** Block size of the only rough measurement of a short calibration: kernels are nearly as fast as with any larger one. */
    private static final int SHORT_ROUGH_NB = 96;
    /**
     * Seconds, as a share of the time for measuring, for which steps must have become no faster before the rate is taken. Comes before
     * measuring.
     */
    private static final double STEADY_TIME_SHARE = 0.1;
    private static final double SHORT_STEADY_TIME_SHARE = 0.05;
    /** Most seconds, as a share of the time for measuring, that pass until the rate is taken. Come before measuring. */
    private static final double RATE_TIME_SHARE = 0.3;
    private static final int RATE_ROUNDS = 2;

    private final CalibrationCollectives ranks;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final PanelPlaces panelPlaces;
    private final CalibrationRequest request;
    private final long memoryBytes;
    /** Whether the rank that factors a panel packs it for all ranks: as in a run, where every rank has one worker and one packed form. */
    private final boolean sendPacked;
    /** Whether this rank measures panels of which other ranks have rows too, by its device. */
    private final boolean sharesPanels;
    private final Consumer<String> progress;
    private final LongSupplier nanoTime;
    private final boolean isShort;
    private final double[][] shapes;
    private final double[] heights;

    /**
     * The measured costs of this rank.
     *
     * @param update    fitted cost of an update
     * @param panel     fitted cost of a panel by the rank's workers
     * @param variation median over the updates' sizes of (slowest - fastest) / median
     * @param device    what the rank's device changes about these costs; empty where there is no device
     */
    record Outcome(UpdateCost update, PanelCost panel, double variation, Optional<DeviceCost> device) {
    }

    /**
     * Agrees with all ranks on whether panels are sent packed, and whether devices may factor panels together. Collective.
     *
     * @param host        name of this rank's host
     * @param panelPlaces the choice of who factors this rank's panels
     * @param memoryBytes bytes that this rank may use
     * @param progress    hears on rank 0 what is done
     * @param nanoTime    the clock that times kernels, in nanoseconds
     */
    RankProbe(CalibrationCollectives ranks, String host, DenseKernels kernels, WorkerPool pool, PanelPlaces panelPlaces,
            CalibrationRequest request, long memoryBytes, Consumer<String> progress, LongSupplier nanoTime) {
        this.panelPlaces = panelPlaces;
        this.ranks = ranks;
        this.kernels = kernels;
        this.pool = pool;
        this.request = request;
        this.memoryBytes = memoryBytes;
        List<String> forms = ranks.texts(kernels.packedForm()).stream().distinct().toList();
        sendPacked = ranks.combined(pool.workers(), Math::max) == 1 && forms.size() == 1 && !forms.getFirst().isEmpty();
        this.progress = progress;
        this.nanoTime = nanoTime;
        isShort = request.time().effort() == Effort.SHORT;
        List<String> devices = ranks.texts(kernels.device().map(its -> its.place(host)).orElse("")).stream()
                .filter(place -> !place.isEmpty()).toList();
        // In a run, hosts factor the panels of several ranks where two ranks have one device.
        sharesPanels = kernels.device().isPresent() && (!isShort || ranks.size() > 1)
                && devices.stream().distinct().count() == devices.size();
        shapes = isShort ? SHORT_UPDATE_SHAPES : UPDATE_SHAPES;
        heights = isShort ? SHORT_PANEL_HEIGHTS : PANEL_HEIGHTS;
    }

    /**
     * Measures this rank while all others are measured too. Collective.
     *
     * @param seconds time for measuring, in seconds: in a thorough calibration once the rate is known, in a short one all in all
     */
    Outcome measure(double seconds) {
        if (isShort) {
            return measureWithin(seconds);
        }
        double rate = rate(seconds);
        double slowest = ranks.combined(rate, Math::min);
        double slow = Math.max(slowest, ranks.combined(rate, Double::sum) / ranks.size() / SLOWNESS_FACTOR);
        List<Integer> nbs = request.probed();
        int order = order(Math.max(Math.sqrt(orderSquaredIn(seconds, slow, nbs)),
                Math.min(SUFFICIENT_ORDER, Math.sqrt(orderSquaredIn(MeasuringTime.MOST_SECONDS, slowest, nbs)))), nbs);
        return measure(new Sizes(ownOrder(order, Math.sqrt(orderSquaredIn(seconds, rate, nbs))), nbs),
                Math.max(seconds, order * (double) order / orderSquaredIn(1, slow, nbs)), () -> false);
    }

    /**
     * Returns the times by which panels of this width go to this rank's device or to its workers in a run.
     *
     * @param alone whether all rows of these panels are this rank's
     */
    private PanelTimes panelTimes(int nb, boolean alone) {
        return panelPlaces.of(request.next().n(), nb, request.next().panel(), alone);
    }

    /**
     * Returns whether this rank is to measure updates of columns that its device does not hold: in a thorough calibration, and before a
     * run whose matrix has no room on the device.
     */
    private boolean streams() {
        return kernels.device().isPresent() && (!isShort || CalibrationRequest.matrixBytes(request.next()) > kernels.roomToHold());
    }

    /**
     * Returns the order of the matrix to measure this rank on: the order that all ranks have agreed on, or a larger one that suits a
     * device.
     *
     * @param agreed order for which also slow ranks have the time
     * @param byTime order for which this rank has the time
     */
    private int ownOrder(int agreed, double byTime) {
        int most = Math.min(LARGEST_ORDER_ON_DEVICE, request.next().n());
        return kernels.device().isEmpty() ? agreed
                : (int) Math.max(agreed, Math.min(Math.min(byTime, most), Math.sqrt(memoryBytes / MEMORY_DIVISOR / 8.0)));
    }

    /**
     * Measures within a time to which even the slowest rank keeps: where larger sizes or block sizes would take longer, smaller ones are
     * measured. Collective.
     *
     * @param seconds time for all of it, in seconds
     */
    private Outcome measureWithin(double seconds) {
        long start = nanoTime.getAsLong();
        List<Integer> nbs = shortProbed(request.next().n());
        Rates mine = rates(SHORT_ROUGH_ORDER, Math.min(SHORT_ROUGH_NB, nbs.getFirst()), seconds);
        Rates slowest = new Rates(ranks.combined(mine.updates, Math::min), ranks.combined(mine.panels, Math::min));
        double spent = ranks.combined((nanoTime.getAsLong() - start) * 1e-9, Math::max);
        double left = Math.max(seconds - spent, LEAST_SHORT_TIME_SHARE * seconds);
        double planned = SHORT_TIME_SHARE * left;
        if (orderIn(planned, slowest, nbs) < CalibrationRequest.LEAST_BLOCKS * nbs.getFirst()) {
            nbs = shortProbed((int) Math.max(LEAST_SHORT_ORDER, orderIn(planned, slowest, nbs)));
        }
        int order = order(orderIn(planned, slowest, nbs), nbs);
        long end = nanoTime.getAsLong() + (long) (1e9 * LATE_TIME_SHARE * left);
        return measure(new Sizes(order, nbs), planned, () -> nanoTime.getAsLong() - end >= 0);
    }

    /**
     * Returns the block sizes that a short calibration measures on a matrix of this order or less. Where the run's block size is known, the
     * terms of the models that depend on block size need not be told apart, and this size alone is measured.
     */
    private List<Integer> shortProbed(int order) {
        List<Integer> nbs = request.probed(order);
        return request.nbs().size() == 1 ? nbs.subList(0, 1) : nbs;
    }

    /**
     * Returns the order of the matrix whose updates and panels, in all rounds, take so many seconds on a rank with these rates.
     *
     * @param nbs block sizes that are measured
     */
    private double orderIn(double seconds, Rates rates, List<Integer> nbs) {
        // a order^2 + b order = seconds
        double a = UPDATE_TIME_SHARE / orderSquaredIn(1, rates.updates, nbs);
        double b = ROUNDS * DoubleStream.of(heights).sum() * nbs.stream().mapToDouble(nb -> (double) nb * nb).sum() / rates.panels;
        return 2 * seconds / (b + Math.sqrt(b * b + 4 * a * seconds));
    }

    /**
     * The rates of a rank, roughly.
     *
     * @param updates floating-point operations a second of updates
     * @param panels  floating-point operations a second of panels, counted as rows x NB^2
     */
    private record Rates(double updates, double panels) {
    }

    /**
     * The sizes that are measured.
     *
     * @param order order of the matrix to measure on
     * @param nbs   block sizes, the largest first
     */
    private record Sizes(int order, List<Integer> nbs) {
    }

    private Outcome measure(Sizes sizes, double seconds, BooleanSupplier isLate) {
        tell("measuring updates of up to " + sizes.order + " x " + sizes.order + ", NB = " + sizes.nbs);
        return pool.lend(arena -> measure(sizes, seconds, isLate, arena));
    }

    /**
     * Glances at this rank while all others are glanced at too: some updates, which take a twentieth of a second on the slowest rank. More
     * are done only while other ranks are not through. Collective.
     *
     * @param kept all ranks with their known rates
     * @return the seconds of updates by this rank, divided by what its known rates predict, and how much they varied
     */
    Glance glance(List<RankProfile> kept) {
        int nb = Math.min(request.probed().getFirst(), Collections.min(request.nbs()));
        int order = Glance.order(kept, nb);
        return pool.lend(arena -> {
            LocalProbe probe = new LocalProbe(order, nb, LocalProbe.matrix(order, pool, arena), LocalProbe.Place.HELD,
                    request.next().panel(), kernels, pool, sendPacked, nanoTime, arena);
            LocalProbe.Size size = probe.size(order, order);
            List<Double> seconds = new ArrayList<>();
            ranks.work(Glance.UPDATES, List.of(between -> seconds.add(probe.update(size, between))));
            return Glance.of(seconds.subList(1, seconds.size()), kept.get(ranks.rank()).update().seconds(size.m(), size.n(), nb));
        });
    }

    private void tell(String what) {
        if (ranks.rank() == 0) {
            progress.accept(what);
        }
    }

    /**
     * Returns roughly how many floating-point operations a second this rank's updates do. The rate is that of the largest block size
     * measured where the slowest rank has the time for it, otherwise that of a small block size. Collective.
     */
    private double rate(double measuringSeconds) {
        int nb = request.probed().getFirst();
        double rough = rates(ROUGH_ORDER, Math.min(ROUGH_NB, nb), measuringSeconds).updates;
        int order = Math.max(ROUGH_ORDER, 2 * CalibrationRequest.LEAST_BLOCKS * nb);
        double seconds = RATE_ROUNDS * 2.0 * order * order * nb / ranks.combined(rough, Math::min);
        return seconds < RATE_TIME_SHARE * measuringSeconds ? rates(order, nb, measuringSeconds).updates : rough;
    }

    /**
     * Returns roughly how many floating-point operations a second this rank's updates and panels do in panel steps of this size. Steps are
     * repeated until they have become no faster for a while. Collective.
     */
    private Rates rates(int order, int nb, double measuringSeconds) {
        return pool.lend(arena -> {
            LocalProbe probe = new LocalProbe(order, nb, LocalProbe.matrix(order, pool, arena), LocalProbe.Place.HELD,
                    request.next().panel(), kernels, pool, sendPacked, nanoTime, arena);
            LocalProbe.Size size = probe.size(order, order);
            boolean alone = request.next().p() == 1;
            boolean shares = !alone && sharesPanels && probe.factorsShared();
            double best = Double.MAX_VALUE;
            double elapsed = 0;
            double steady = 0;
            while (true) {
                long start = nanoTime.getAsLong();
                List<Double> updates = new ArrayList<>();
                List<Double> panels = new ArrayList<>();
                ranks.work(RATE_ROUNDS, List.of(between -> {
                    updates.add(probe.update(size, between));
                    panels.add(alone ? probe.wholePanel(size, PanelTimes.NONE)
                            : shares ? probe.sharedPanel(size, PanelTimes.NONE) : probe.panel(size));
                }));
                double seconds = ranks.combined((nanoTime.getAsLong() - start) * 1e-9, Math::max);
                elapsed += seconds;
                steady = seconds < 0.9 * best ? 0 : steady + seconds;
                best = Math.min(best, seconds);
                double enough = (isShort ? SHORT_STEADY_TIME_SHARE : STEADY_TIME_SHARE) * measuringSeconds;
                if (steady >= enough || elapsed >= RATE_TIME_SHARE * measuringSeconds) {
                    return new Rates(probe.flops(size) / CostFit.median(updates), (double) order * nb * nb / CostFit.median(panels));
                }
            }
        });
    }

    /**
     * Returns the order of the matrix to measure on: {@code byTime}, within what memory, the run and the block size allow. Collective.
     *
     * @param byTime order that the time allows
     * @param nbs    block sizes that are measured, the largest first
     */
    private int order(double byTime, List<Integer> nbs) {
        double byMemory = ranks.combined(Math.sqrt(memoryBytes / MEMORY_DIVISOR / 8.0), Math::min);
        int least = CalibrationRequest.LEAST_BLOCKS * nbs.getFirst();
        return (int) Math.max(least, Math.min(Math.min(byTime, byMemory), Math.min(LARGEST_ORDER, request.next().n())));
    }

    /**
     * Returns the square of the order of the matrix whose updates, in all rounds, take so many seconds on a rank with this rate.
     *
     * @param rate floating-point operations a second
     * @param nbs  block sizes that are measured
     */
    private double orderSquaredIn(double seconds, double rate, List<Integer> nbs) {
        double area = 0;
        for (double[] shape : shapes) {
            area += shape[0] * shape[1];
        }
        int widths = nbs.stream().mapToInt(Integer::intValue).sum();
        return UPDATE_TIME_SHARE * seconds * rate / (ROUNDS * area * 2 * widths);
    }

    /**
     * Measures all sizes round by round, not one after the other: a momentary disturbance of a machine then spoils no size's median.
     * Collective.
     *
     * @param isLate whether this rank is to end its rounds, once it has measured each size
     */
    private Outcome measure(Sizes sizes, double seconds, BooleanSupplier isLate, Arena arena) {
        int order = sizes.order;
        MemorySegment matrix = LocalProbe.matrix(order, pool, arena);
        List<Measurement> updates = new ArrayList<>();
        List<Measurement> panels = new ArrayList<>();
        List<Measurement> wholePanels = new ArrayList<>();
        List<Measurement> sharedPanels = new ArrayList<>();
        int widths = sizes.nbs.size();
        double secondsOfUpdate = UPDATE_TIME_SHARE * seconds / (TIME_DIVISOR * shapes.length * widths);
        for (int nb : sizes.nbs) {
            LocalProbe probe = new LocalProbe(order, nb, matrix, LocalProbe.Place.HELD, request.next().panel(), kernels, pool, sendPacked,
                    nanoTime, arena);
            updates.addAll(updates(probe, order, nb, shapes, secondsOfUpdate));
            boolean shares = sharesPanels && probe.factorsShared();
            PanelTimes whole = panelTimes(nb, true);
            PanelTimes shared = shares ? panelTimes(nb, false) : PanelTimes.NONE;
            double secondsOfPanel = (1 - UPDATE_TIME_SHARE) * seconds / (heights.length * widths)
                    / (1 + (probe.factors() ? 1 : 0) + (shares ? 1 : 0));
            for (double part : heights) {
                LocalProbe.Size size = probe.size((int) (part * order), (int) (part * order));
                int rows = size.m() + nb;
                panels.add(new Measurement(rows, 0, nb, between -> probe.panel(size), secondsOfPanel));
                if (probe.factors()) {
                    wholePanels.add(new Measurement(rows, 0, nb, between -> probe.wholePanel(size, whole), secondsOfPanel));
                }
                if (shares) {
                    sharedPanels.add(new Measurement(rows, 0, nb, between -> probe.sharedPanel(size, shared), secondsOfPanel));
                }
            }
        }
        List<Measurement> streamed = streams() ? streamed(sizes, secondsOfUpdate, arena) : List.of();
        List<Measurement> all = Stream.of(updates, panels, wholePanels, sharedPanels, streamed).flatMap(List::stream).toList();
        List<Double> variations = new ArrayList<>();
        List<Double> worst = new ArrayList<>();
        long start = nanoTime.getAsLong();
        do {
            all.forEach(Measurement::begin);
            ranks.work(isShort ? MOST_SHORT_ROUNDS : ROUNDS, isLate,
                    all.stream().<Consumer<BooleanSupplier>>map(one -> one::takeTurn).toList());
            variations.add(CostFit.median(updates.stream().map(Measurement::spread).toList()));
            worst.add(ranks.combined(variations.getLast(), Math::max));
        } while (again(worst, ranks.combined((nanoTime.getAsLong() - start) * 1e-9, Math::max)));
        MeasurementRepeats.calm(worst).ifPresent(time -> all.forEach(one -> one.keep(time)));
        Optional<DeviceCost> device = streamed.isEmpty() && wholePanels.isEmpty() ? Optional.empty()
                : Optional.of(new DeviceCost(Long.MAX_VALUE,
                        streamed.isEmpty() ? Optional.empty() : Optional.of(CostFit.update(steps(streamed))),
                        panelCost(wholePanels), panelCost(sharedPanels)));
        return new Outcome(CostFit.update(steps(updates)), CostFit.panel(steps(panels)).sharedBy(team()),
                variations.get(MeasurementRepeats.calmest(worst)), device);
    }

    private static Optional<PanelCost> panelCost(List<Measurement> panels) {
        return panels.isEmpty() ? Optional.empty() : Optional.of(CostFit.panel(steps(panels)));
    }

    private static List<CostFit.Step> steps(List<Measurement> measurements) {
        return measurements.stream().map(Measurement::step).toList();
    }

    /**
     * Returns the measurements of updates of some shapes.
     *
     * @param some    shapes, {rows, columns} as shares of the matrix' order
     * @param seconds time for all rounds of each, in seconds
     */
    private List<Measurement> updates(LocalProbe probe, int order, int nb, double[][] some, double seconds) {
        return Stream.of(some).map(shape -> {
            LocalProbe.Size size = probe.size((int) (shape[0] * order), (int) (shape[1] * order));
            return new Measurement(size.m(), size.n(), nb, between -> probe.update(size, between), seconds);
        }).toList();
    }

    /** Returns the measurements of updates of columns that the device does not hold, on a matrix of their own. */
    private List<Measurement> streamed(Sizes sizes, double seconds, Arena arena) {
        int order = Math.max(Math.min(sizes.order, LARGEST_ORDER_STREAMED), CalibrationRequest.LEAST_BLOCKS * sizes.nbs.getFirst());
        MemorySegment matrix = LocalProbe.matrix(order, pool, arena);
        return sizes.nbs.stream().flatMap(nb -> updates(new LocalProbe(order, nb, matrix, LocalProbe.Place.STREAMED,
                request.next().panel(), kernels, pool, sendPacked, nanoTime, arena), order, nb, STREAMED_SHAPES, seconds)
                .stream()).toList();
    }

    /** Returns the largest number of workers that share the work on a panel in a run, where a team is formed for each step. */
    private int team() {
        return pool.canShare() && kernels.device().isEmpty() ? pool.workers() : 1;
    }

    private boolean again(List<Double> worst, double elapsed) {
        boolean again = !isShort && request.time().repeats().again(worst, elapsed);
        if (again) {
            tell(String.format(Locale.ROOT, "rates varied by up to %.0f %% between repeats: measuring again", 100 * worst.getLast()));
        }
        return again;
    }

    /** The repeated measurement of one size. */
    private final class Measurement {
        private final int m;
        private final int n;
        private final int nb;
        private final ToDoubleFunction<BooleanSupplier> work;
        private final double seconds;
        /** Mean seconds of the work in each turn; one list for each time that all rounds were done. */
        private List<List<Double>> times = new ArrayList<>();

        /**
         * Creates a measurement without results.
         *
         * @param m       local rows
         * @param n       local columns; 0 for a panel
         * @param nb      block size
         * @param work    does the work once and returns the seconds it took; may call the supplier it is given while it waits
         * @param seconds time for all rounds, in seconds
         */
        Measurement(int m, int n, int nb, ToDoubleFunction<BooleanSupplier> work, double seconds) {
            this.m = m;
            this.n = n;
            this.nb = nb;
            this.work = work;
            this.seconds = seconds;
        }

        void begin() {
            times.add(new ArrayList<>());
        }

        /**
         * Keeps only the times that were measured when all rounds were done for the {@code time}-th time, from 0, and forgets those of all
         * repeats besides.
         */
        void keep(int time) {
            times = List.of(times.get(time));
        }

        void takeTurn(BooleanSupplier between) {
            long start = nanoTime.getAsLong();
            double sum = 0;
            int count = 0;
            do {
                sum += work.applyAsDouble(between);
                count++;
            } while ((nanoTime.getAsLong() - start) * 1e-9 < seconds / ROUNDS);
            times.getLast().add(sum / count);
        }

        CostFit.Step step() {
            return new CostFit.Step(m, n, nb, CostFit.median(times.stream().flatMap(List::stream).toList()));
        }

        /**
         * Returns (slowest - fastest) / median over the rounds last done. Only as many rounds count as every rank has: the more rounds
         * there are, the more the outermost differ. A rank that had time for one round only counts as one that may vary as much as noise.
         */
        double spread() {
            List<Double> last = times.getLast();
            return last.size() == 1 ? RankClasses.NOISE_SHARE : CostFit.spread(last.subList(0, Math.min(ROUNDS, last.size())));
        }
    }
}
