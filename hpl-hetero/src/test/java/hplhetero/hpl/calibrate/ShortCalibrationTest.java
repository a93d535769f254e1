package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Communicator;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short calibrations of ranks whose kernels take their time by a clock of their own. Messages take equally long. */
@Slow
class ShortCalibrationTest {
    private static final long SEED = Long.getLong("hpl.seed", 64);
    /** Standard deviation of the time of a kernel call, as a share of it. */
    private static final double NOISE = 0.01;
    /** Nanoseconds from one look at the clock of messages to the next one. */
    private static final long MESSAGE_NANOS = 100_000;

    /** Number of random clusters whose plans are compared. */
    private static final int TRIALS = 12;

    /** A store with one cluster. */
    private static final class Kept implements ClusterStore {
        private Optional<Cluster> cluster = Optional.empty();
        private int keeps;

        @Override
        public Optional<Cluster> find(List<String> hosts) {
            return cluster;
        }

        @Override
        public void keep(List<String> hosts, Cluster measured) {
            keeps++;
            cluster = Optional.of(measured);
        }
    }

    private static List<TimedKernels> ranks(long seed, double... gflops) {
        return noisy(NOISE, seed, gflops);
    }

    private static List<TimedKernels> noisy(double noise, long seed, double... gflops) {
        return IntStream.range(0, gflops.length).mapToObj(r -> new TimedKernels(gflops[r], noise, seed + r)).toList();
    }

    private static Cluster calibrated(HplCase next, List<Integer> nbs, MeasuringTime time, List<TimedKernels> kernels, ClusterStore store,
            Consumer<String> told) {
        List<Cluster> found = Collections.synchronizedList(new ArrayList<>());
        World.run(kernels.size(), world -> found.add(calibrated(world, next, nbs, time, kernels.get(world.rank()), store, told)));
        assertThat(found).hasSize(kernels.size()).allMatch(cluster -> cluster.equals(found.getFirst()));
        return found.getFirst();
    }

    private static Cluster calibrated(Communicator world, HplCase next, List<Integer> nbs, MeasuringTime time, TimedKernels kernels,
            ClusterStore store, Consumer<String> told) {
        CalibrationRequest request = new CalibrationRequest(next, nbs, 1L << 36, new Peak(100 + 10 * world.rank(), "of the test"), time);
        try (WorkerPool pool = new WorkerPool(1, "timed", false, world.activity())) {
            AtomicLong looks = new AtomicLong();
            return new Calibration(world, kernels, pool, request, () -> { }, told,
                    new Calibration.Clocks(kernels::nanoTime, () -> looks.getAndAdd(MESSAGE_NANOS))).run(store);
        }
    }

    @ParameterizedTest
    @Daily(2)
    @CsvSource({"0.8, 8000, 192, 192", "3, 8000, 96, 320", "16, 8000, 96, 320", "60, 20000, 256, 256", "200, 40000, 96, 320",
        "5, 4000, 1000, 1000", "0.5, 4000, 96, 320"})
    void shouldKeepToTheTimeByTheClockOfTheKernels(double gflops, int n, int least, int largest) {
        HplCase next = Cases.of(n, largest).make();
        // as on four such ranks
        MeasuringTime time = MeasuringTime.forRun(next.flops() / (4e9 * gflops), Effort.SHORT);
        List<TimedKernels> kernels = ranks(SEED, gflops);
        Cluster cluster = calibrated(next, List.of(least, largest), time, kernels, ClusterStore.NONE, told -> { });
        assertThat(kernels.getFirst().nanoTime() * 1e-9).as("seconds, seed %d", SEED).isLessThan(time.seconds());
        assertThat(cluster.origin()).startsWith("measured briefly ");
        Cluster thorough = calibrated(next, List.of(least, largest), MeasuringTime.thorough(1, MeasurementRepeats.BRIEF),
                ranks(SEED + 1, gflops), ClusterStore.NONE, told -> { });
        assertThat(rate(cluster, next) / rate(thorough, next)).as("seed %d", SEED).isCloseTo(1, within(0.25));
    }

    private static double rate(Cluster cluster, HplCase next) {
        return cluster.ranks().getFirst().update().gflops(0.5 * next.n(), 0.25 * next.n(), next.nb());
    }

    @Test
    void shouldGiveAThoroughCalibrationMoreTimeWhereARankIsSlow() {
        HplCase next = Cases.of(8000, 192).make();
        List<TimedKernels> kernels = ranks(SEED, 8);
        MeasuringTime time = MeasuringTime.forRun(1, Effort.THOROUGH);
        Cluster cluster = calibrated(next, List.of(192), time, kernels, ClusterStore.NONE, told -> { });
        assertThat(kernels.getFirst().nanoTime() * 1e-9).isGreaterThan(3 * time.seconds());
        assertThat(cluster.origin()).startsWith("measured 2");
    }

    /**
     * The plan from short rates against the plan from thorough ones, both timed with the rates without noise. A rank measures on until
     * all others are through, by real time: the number of its rounds, and with it the noise in its rates, is another in each run of this
     * test.
     */
    @Test
    @Daily(2)
    void shouldPlanAsGoodAMapAsAThoroughCalibration() {
        Random random = new Random(SEED);
        List<Double> ratios = new ArrayList<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            int ranks = 2 + random.nextInt(3);
            double base = 10 * Math.pow(6, random.nextDouble());
            double[] gflops = DoubleStream.generate(() -> base / (1 + 3 * random.nextDouble())).limit(ranks).toArray();
            int nb = random.nextBoolean() ? 96 : 192;
            HplCase next = Cases.of(4000 + random.nextInt(8000), nb).grid(1, ranks).make();
            double run = next.flops() / 1e9 / DoubleStream.of(gflops).sum();
            long noise = random.nextLong();
            Cluster brief = calibrated(next, List.of(nb), MeasuringTime.forRun(run, Effort.SHORT), noisy(NOISE, noise, gflops),
                    ClusterStore.NONE, told -> { });
            Cluster thorough = calibrated(next, List.of(nb), MeasuringTime.forRun(run, Effort.THOROUGH),
                    noisy(NOISE, noise + ranks, gflops), ClusterStore.NONE, told -> { });
            Cluster exact = calibrated(next, List.of(nb), MeasuringTime.thorough(0.5, MeasurementRepeats.BRIEF), noisy(0, noise, gflops),
                    ClusterStore.NONE, told -> { });
            ratios.add(seconds(exact, planned(brief, next)) / seconds(exact, planned(thorough, next)));
        }
        List<Double> sorted = ratios.stream().sorted().toList();
        assertThat(sorted.getLast()).as("worst of %s, seed %d", ratios, SEED).isLessThan(1.2);
        assertThat(sorted.get(TRIALS - 2)).as("worst but one of %s, seed %d", ratios, SEED).isLessThan(1.08);
        assertThat(sorted.get(TRIALS / 2)).as("median of %s, seed %d", ratios, SEED).isLessThan(1.015);
    }

    private static HplCase planned(Cluster cluster, HplCase one) {
        PlanRequest request = new PlanRequest(OptionalInt.of(one.n()), List.of(one.nb()),
                Optional.of(new PlanRequest.Grid(one.p(), one.q())), Optional.empty(), SolveVariant.of(one));
        return Cases.of(one.n(), one.nb()).grid(one.p(), one.q()).map(((PlanChoice) Planner.find(cluster, request)).best().map()).make();
    }

    private static double seconds(Cluster cluster, HplCase one) {
        return new RunReplay(new ModelInputs(cluster, BlockMap.of(one)), SolveVariant.of(one)).run(0).seconds();
    }

    @Test
    void shouldTakeKeptRatesAfterAGlanceAndMeasureAgainWhereARankHasChanged() {
        HplCase next = Cases.of(8000, 192).grid(1, 3).make();
        MeasuringTime time = MeasuringTime.forRun(1, Effort.SHORT);
        Kept kept = new Kept();
        Cluster first = calibrated(next, List.of(192), time, ranks(SEED, 20, 20, 10), kept, told -> { });
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        assertThat(calibrated(next, List.of(192), time, ranks(SEED + 10, 20, 20, 10), kept, said::add)).isEqualTo(first);
        assertThat(said).isEmpty();
        assertThat(kept.keeps).isEqualTo(1);
        assertThat(calibrated(next, List.of(192), time, ranks(SEED + 20, 10, 10, 5), kept, said::add)).as("all are half as fast")
                .isEqualTo(first);
        Cluster again = calibrated(next, List.of(192), time, ranks(SEED + 30, 20, 20, 5), kept, said::add);
        assertThat(said).anyMatch(text -> text.matches(
                "rank 2 on .* is (4|5)\\d % slower than when it was measured, relative to the other ranks: measuring again"));
        assertThat(kept.keeps).isEqualTo(2);
        assertThat(RankClasses.rate(again.ranks().get(0), 192) / RankClasses.rate(again.ranks().get(2), 192)).isCloseTo(4, within(0.6));
    }

    @Test
    void shouldTakeKeptRatesWithoutAGlanceWhereMeasuringIsThorough() {
        HplCase next = Cases.of(4000, 96).grid(1, 2).make();
        Kept kept = new Kept();
        Cluster first = calibrated(next, List.of(96), MeasuringTime.forRun(1, Effort.SHORT), ranks(SEED, 20, 10), kept, told -> { });
        List<TimedKernels> others = ranks(SEED, 20, 2);
        assertThat(calibrated(next, List.of(96), MeasuringTime.forRun(1, Effort.THOROUGH), others, kept, told -> { })).isEqualTo(first);
        assertThat(others).allMatch(kernels -> kernels.nanoTime() == 0);
    }
}
