package hplhetero.hpl.calibrate;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A probe of the updates and panels of every rank, measured on all ranks at once. Collective. Owner: the rank's thread. */
final class RankProbe {
    /**
     * Shapes of the measured updates, {rows, columns} as shares of the matrix' order. Some are long as with several process columns, some
     * wide as with several process rows.
     */
    private static final double[][] UPDATE_SHAPES = {{1, 1}, {1, 0.25}, {0.25, 1}, {0.5, 0.5}, {0.125, 0.5}, {0.25, 0.25}, {0.125, 0.125}};
    /** Heights of the measured panels, as shares of the matrix' order. */
    private static final double[] PANEL_HEIGHTS = {1, 0.5, 0.125};
    private static final int ROUNDS = 3;
    /** Largest order of the matrix to measure on: beyond most caches, the packed panel too. A larger one would only take longer. */
    private static final int LARGEST_ORDER = 8192;
    /**
     * Order up to which slow ranks also get the time they need: smaller orders tell too little of a run's sizes. On 1600 ranks came out 1
     * to 23 % wrong, on 2300 1 to 8 % (docs/decisions/0012).
     */
    private static final int SUFFICIENT_ORDER = 2048;
    /** Divisor of a rank's memory: a calibration takes this part of it at most, as a run comes after it. */
    private static final int MEMORY_DIVISOR = 4;
    /**
     * Factor by which a rank may be slower than the mean before it takes longer. A slower rank does not make all ranks measure small sizes.
     * For orders up to {@link #SUFFICIENT_ORDER} even the slowest rank has {@link CalibrationRequest#MOST_SECONDS}.
     */
    private static final double SLOWNESS_FACTOR = 4;
    /** Divisor of a size's equal share of the update time: a small update is repeated until it has taken its share divided by this. */
    private static final double TIME_DIVISOR = 4;
    private static final double UPDATE_TIME_SHARE = 0.8;
    /** Order of the first, rough measurement: large enough to tell about how fast a rank is, and a moment's work for a slow rank too. */
    private static final int ROUGH_ORDER = 512;
    private static final int ROUGH_NB = 32;
    /**
     * Seconds, as a share of the time for measuring, for which steps must have become no faster before the rate is taken. Comes before
     * measuring.
     */
    private static final double STEADY_TIME_SHARE = 0.1;
    /** Most seconds, as a share of the time for measuring, that pass until the rate is taken. Come before measuring. */
    private static final double RATE_TIME_SHARE = 0.3;
    private static final int RATE_ROUNDS = 2;

    private final CalibrationCollectives ranks;
    private final DenseKernels kernels;
    private final WorkerPool pool;
    private final CalibrationRequest request;
    private final long memoryBytes;
    /** Whether the rank that factors a panel packs it for all ranks: as in a run, where every rank has one worker and one packed form. */
    private final boolean sendPacked;
    private final Consumer<String> progress;
    private final LongSupplier nanoTime;

    /**
     * The measured costs of this rank.
     *
     * @param update    fitted cost of an update
     * @param panel     fitted cost of a panel
     * @param variation median over the updates' sizes of (slowest - fastest) / median
     */
    record Outcome(UpdateCost update, PanelCost panel, double variation) {
    }

    /**
     * Agrees with all ranks on whether panels are sent packed. Collective.
     *
     * @param memoryBytes bytes that this rank may use
     * @param progress    hears on rank 0 what is done
     * @param nanoTime    the clock that times kernels, in nanoseconds
     */
    RankProbe(CalibrationCollectives ranks, DenseKernels kernels, WorkerPool pool, CalibrationRequest request, long memoryBytes,
            Consumer<String> progress, LongSupplier nanoTime) {
        this.ranks = ranks;
        this.kernels = kernels;
        this.pool = pool;
        this.request = request;
        this.memoryBytes = memoryBytes;
        List<String> forms = ranks.texts(kernels.packedForm()).stream().distinct().toList();
        sendPacked = ranks.combined(pool.workers(), Math::max) == 1 && forms.size() == 1 && !forms.getFirst().isEmpty();
        this.progress = progress;
        this.nanoTime = nanoTime;
    }

    /**
     * Measures this rank while all others are measured too. Collective.
     *
     * @param seconds time for measuring, in seconds, once the rate is known
     */
    Outcome measure(double seconds) {
        double rate = rate(seconds);
        double slowest = ranks.combined(rate, Math::min);
        double slow = Math.max(slowest, ranks.combined(rate, Double::sum) / ranks.size() / SLOWNESS_FACTOR);
        int order = order(Math.max(Math.sqrt(orderSquaredIn(seconds, slow)),
                Math.min(SUFFICIENT_ORDER, Math.sqrt(orderSquaredIn(CalibrationRequest.MOST_SECONDS, slowest)))));
        tell("measuring updates of up to " + order + " x " + order + ", NB = " + request.probed());
        return pool.lend(arena -> measure(order, Math.max(seconds, order * (double) order / orderSquaredIn(1, slow)), arena));
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
        double rough = rate(ROUGH_ORDER, Math.min(ROUGH_NB, nb), measuringSeconds);
        int order = Math.max(ROUGH_ORDER, 2 * CalibrationRequest.LEAST_BLOCKS * nb);
        double seconds = RATE_ROUNDS * 2.0 * order * order * nb / ranks.combined(rough, Math::min);
        return seconds < RATE_TIME_SHARE * measuringSeconds ? rate(order, nb, measuringSeconds) : rough;
    }

    /**
     * Returns roughly how many floating-point operations a second this rank's updates do in panel steps of this size. Steps are repeated
     * until they have become no faster for a while. Collective.
     */
    private double rate(int order, int nb, double measuringSeconds) {
        return pool.lend(arena -> {
            LocalProbe probe = new LocalProbe(order, nb, LocalProbe.matrix(order, pool, arena), request.next().panel(), kernels, pool,
                    sendPacked, nanoTime, arena);
            LocalProbe.Size size = probe.size(order, order);
            double best = Double.MAX_VALUE;
            double elapsed = 0;
            double steady = 0;
            while (true) {
                long start = nanoTime.getAsLong();
                List<Double> samples = new ArrayList<>();
                ranks.work(RATE_ROUNDS, List.of(between -> samples.add(step(probe, size, between))));
                double seconds = ranks.combined((nanoTime.getAsLong() - start) * 1e-9, Math::max);
                elapsed += seconds;
                steady = seconds < 0.9 * best ? 0 : steady + seconds;
                best = Math.min(best, seconds);
                if (steady >= STEADY_TIME_SHARE * measuringSeconds || elapsed >= RATE_TIME_SHARE * measuringSeconds) {
                    return probe.flops(size) / CostFit.median(samples);
                }
            }
        });
    }

    private static double step(LocalProbe probe, LocalProbe.Size size, BooleanSupplier between) {
        double seconds = probe.update(size, between);
        probe.panel(size);
        return seconds;
    }

    /**
     * Returns the order of the matrix to measure on: {@code byTime}, within what memory, the run and the block size allow. Collective.
     *
     * @param byTime order that the time allows
     */
    private int order(double byTime) {
        double byMemory = ranks.combined(Math.sqrt(memoryBytes / MEMORY_DIVISOR / 8.0), Math::min);
        int least = CalibrationRequest.LEAST_BLOCKS * request.probed().getFirst();
        return (int) Math.max(least, Math.min(Math.min(byTime, byMemory), Math.min(LARGEST_ORDER, request.next().n())));
    }

    /**
     * Returns the square of the order of the matrix whose updates, in all rounds, take so many seconds on a rank with this rate.
     *
     * @param rate floating-point operations a second
     */
    private double orderSquaredIn(double seconds, double rate) {
        double area = 0;
        for (double[] shape : UPDATE_SHAPES) {
            area += shape[0] * shape[1];
        }
        int widths = request.probed().stream().mapToInt(Integer::intValue).sum();
        return UPDATE_TIME_SHARE * seconds * rate / (ROUNDS * area * 2 * widths);
    }

    /**
     * Measures all sizes round by round, not one after the other: a momentary disturbance of a machine then spoils no size's median.
     * Collective.
     */
    private Outcome measure(int order, double seconds, Arena arena) {
        MemorySegment matrix = LocalProbe.matrix(order, pool, arena);
        List<Measurement> updates = new ArrayList<>();
        List<Measurement> panels = new ArrayList<>();
        int widths = request.probed().size();
        for (int nb : request.probed()) {
            LocalProbe probe = new LocalProbe(order, nb, matrix, request.next().panel(), kernels, pool, sendPacked, nanoTime, arena);
            for (double[] shape : UPDATE_SHAPES) {
                LocalProbe.Size size = probe.size((int) (shape[0] * order), (int) (shape[1] * order));
                updates.add(new Measurement(size.m(), size.n(), nb, between -> probe.update(size, between),
                        UPDATE_TIME_SHARE * seconds / (TIME_DIVISOR * UPDATE_SHAPES.length * widths)));
            }
            for (double part : PANEL_HEIGHTS) {
                LocalProbe.Size size = probe.size((int) (part * order), (int) (part * order));
                panels.add(new Measurement(size.m() + nb, 0, nb, between -> probe.panel(size),
                        (1 - UPDATE_TIME_SHARE) * seconds / (PANEL_HEIGHTS.length * widths)));
            }
        }
        List<Measurement> all = Stream.concat(updates.stream(), panels.stream()).toList();
        List<Double> variations = new ArrayList<>();
        List<Double> worst = new ArrayList<>();
        long start = nanoTime.getAsLong();
        do {
            all.forEach(Measurement::begin);
            ranks.work(ROUNDS, all.stream().<Consumer<BooleanSupplier>>map(one -> one::takeTurn).toList());
            variations.add(CostFit.median(updates.stream().map(Measurement::spread).toList()));
            worst.add(ranks.combined(variations.getLast(), Math::max));
        } while (again(worst, ranks.combined((nanoTime.getAsLong() - start) * 1e-9, Math::max)));
        MeasurementRepeats.calm(worst).ifPresent(time -> all.forEach(one -> one.keep(time)));
        return new Outcome(CostFit.update(updates.stream().map(Measurement::step).toList()),
                CostFit.panel(panels.stream().map(Measurement::step).toList()).sharedBy(team()),
                variations.get(MeasurementRepeats.calmest(worst)));
    }

    /** Returns the largest number of workers that share the work on a panel in a run, where a team is formed for each step. */
    private int team() {
        return pool.canShare() && kernels.device().isEmpty() ? pool.workers() : 1;
    }

    private boolean again(List<Double> worst, double elapsed) {
        boolean again = request.repeats().again(worst, elapsed);
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
         * there are, the more the outermost differ.
         */
        double spread() {
            return CostFit.spread(times.getLast().subList(0, ROUNDS));
        }
    }
}
