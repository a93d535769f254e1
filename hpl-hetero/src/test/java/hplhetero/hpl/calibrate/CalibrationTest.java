package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.Cases;
import hplhetero.hpl.EmulatedNetwork;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.ClusterText;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Slow
class CalibrationTest {
    private static final DenseKernels KERNELS = World.kernels("native");
    private static final int NB = 64;
    private static final long MEMORY = 1L << 30;

    private static CalibrationRequest request() {
        return new CalibrationRequest(Cases.of(100_000, NB).make(), List.of(NB), MEMORY, new Peak(12.5, "by hand"), thorough(0.1));
    }

    private static MeasuringTime thorough(double seconds) {
        return MeasuringTime.thorough(seconds, MeasurementRepeats.BRIEF);
    }

    /** What this rank is told, with nothing warmed up. */
    private static Cluster calibration(Communicator world, Communicator network, DenseKernels kernels, int workers,
            CalibrationRequest request,
            ClusterStore store) {
        try (WorkerPool pool = new WorkerPool(workers, "calibrated", WorkerPool.canRunAtOnce(world.size() * workers), world.activity())) {
            return new Calibration(network, kernels, pool, request, () -> { }, what -> { }, clocks(kernels)).run(store);
        }
    }

    private static Calibration.Clocks clocks(DenseKernels kernels) {
        LongSupplier own = kernels instanceof SlowKernels slow ? slow::nanoTime : System::nanoTime;
        return new Calibration.Clocks(own, System::nanoTime);
    }

    /** What each rank was told. */
    private static List<Cluster> calibrated(int ranks, int workers, IntFunction<DenseKernels> kernels, ClusterStore store) {
        List<Cluster> told = Collections.synchronizedList(new ArrayList<>());
        World.run(ranks, world -> {
            told.add(calibration(world, world, kernels.apply(world.rank()), workers, request(), store));
        });
        assertThat(told).hasSize(ranks);
        assertThat(told).as("all ranks are told the same").allMatch(c -> c.equals(told.getFirst()));
        return told;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "4, 1"})
    void shouldMeasureEveryRank(int ranks, int workers) {
        List<SlowKernels> kernels = IntStream.range(0, ranks).mapToObj(r -> new SlowKernels(KERNELS, 0)).toList();
        Cluster cluster = calibrated(ranks, workers, kernels::get, ClusterStore.NONE).getFirst();
        assertThat(cluster.ranks()).extracting(RankProfile::rank).containsExactlyElementsOf(IntStream.range(0, ranks).boxed().toList());
        for (RankProfile rank : cluster.ranks()) {
            SlowKernels.Tally products = kernels.get(rank.rank()).tally();
            double panelGflop = 1e-9 * 2000 * NB * NB;
            assertThat(rank.update().gflops(2000, 2000, NB)).as("%s", rank)
                    .isBetween(workers * products.meanGflops() / 10, workers * products.mostGflops() * 1.5);
            assertThat(rank.panel().seconds(2000, NB)).as("%s", rank)
                    .isBetween(panelGflop / products.mostGflops(), 100 * panelGflop / products.meanGflops());
            assertThat(rank.variation()).isPositive();
            assertThat(rank.workers()).isEqualTo(workers);
            assertThat(rank.memoryBytes()).isEqualTo(MEMORY / ranks);
            assertThat(rank.peak().gflops()).isEqualTo(12.5);
        }
        assertThat(cluster.network().links().keySet()).isEqualTo(ranks == 1 ? Set.of() : Set.of(PairClass.SAME_HOST));
    }

    /** In the network's own time each message within a host takes a microsecond. */
    @Test
    void shouldMeasureTheLinksOfAHost() {
        EmulatedNetwork network = new EmulatedNetwork(new int[4], new int[4], EmulatedNetwork.Speeds.UNLIMITED);
        PairCost link = inTimeOf(network, 4, ClusterStore.NONE).network().links().get(PairClass.SAME_HOST);
        assertThat(link.latency()).isCloseTo(1e-6, within(0.1e-6));
        assertThat(link.secondsPerByte()).isCloseTo(0, within(1e-13));
        double copied = copySecondsPerByte();
        assertThat(link.swapPerByte()).isBetween(copied / 10, 200 * copied);
    }

    /** CPU time of this thread to copy memory that is in no cache. */
    private static double copySecondsPerByte() {
        long bytes = 64L << 20;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(bytes).fill((byte) 1);
            MemorySegment to = arena.allocate(bytes).fill((byte) 2);
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            MemorySegment.copy(from, 0, to, 0, bytes);
            return 1e-9 * (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / bytes;
        }
    }

    /** What rank 0 says that it does. */
    private static List<String> said(DenseKernels kernels) {
        List<String> said = new ArrayList<>();
        CalibrationRequest hasty = new CalibrationRequest(Cases.of(100_000, NB).make(), List.of(NB), MEMORY, new Peak(12.5, "by hand"),
                thorough(0.01));
        World.run(1, world -> {
            try (WorkerPool pool = new WorkerPool(1, "calibrated", true, world.activity())) {
                new Calibration(world, kernels, pool, hasty, () -> { }, said::add, clocks(kernels)).run(ClusterStore.NONE);
            }
        });
        return said;
    }

    @Test
    void shouldMeasureSizesThatTellEnoughInHoweverShortATimeUnlessARankIsVerySlow() {
        assertThat(said(KERNELS)).anyMatch(text -> text.startsWith("measuring updates of up to 2048 x 2048"));
        assertThat(said(new SlowKernels(KERNELS, 200))).noneMatch(text -> text.contains("2048 x 2048"));
    }

    @Test
    void shouldMeasureRestlessRanksAgainAndSayThatTheyCannotBeToldApart() {
        DoubleSupplier oftenDisturbed = () -> ThreadLocalRandom.current().nextInt(4) == 0 ? 40 : 0;
        assertThat(said(new SlowKernels(KERNELS, oftenDisturbed)))
                .anyMatch(text -> text.matches("rates varied by up to \\d+ % between repeats: measuring again"));
        Cluster cluster = calibrated(2, 1, r -> new SlowKernels(KERNELS, oftenDisturbed), ClusterStore.NONE).getFirst();
        assertThat(Calibration.variedRates(cluster)).hasValueSatisfying(text -> assertThat(text).contains("rank 0 on ", "rank 1 on ",
                "between repeats: ranks whose rates differ by less cannot be told apart"));
    }

    @Test
    void shouldFindARankWithSlowedKernelsSlowerByAboutThatMuch() {
        Cluster cluster = calibrated(2, 1, r -> SlowKernels.inCpuTime(KERNELS, 4 * r), ClusterStore.NONE).getFirst();
        double fast = cluster.ranks().get(0).update().gflops(600, 600, NB);
        double slow = cluster.ranks().get(1).update().gflops(600, 600, NB);
        assertThat(fast / slow).as("%s", cluster).isBetween(1.7, 9.0);
        assertThat(cluster.ranks().get(1).panel().seconds(600, NB) / cluster.ranks().get(0).panel().seconds(600, NB)).isBetween(1.3, 12.0);
    }

    /** Keeps one. */
    private static final class OneCluster implements ClusterStore {
        private Optional<Cluster> kept = Optional.empty();
        private int keeps;

        @Override
        public Optional<Cluster> find(List<String> hosts) {
            return kept;
        }

        @Override
        public void keep(List<String> hosts, Cluster cluster) {
            assertThat(hosts).hasSize(cluster.size());
            keeps++;
            kept = Optional.of(cluster);
        }
    }

    @Test
    void shouldTakeWhatTheStoreKnowsAndMeasureOtherwise() {
        OneCluster store = new OneCluster();
        Cluster first = calibrated(2, 1, r -> KERNELS, store).getFirst();
        Cluster again = calibrated(2, 1, r -> KERNELS, store).getFirst();
        assertThat(again).isEqualTo(first);
        assertThat(store.keeps).isEqualTo(1);
        calibrated(1, 1, r -> KERNELS, store);
        assertThat(store.keeps).as("a store that knows another number of ranks").isEqualTo(2);
    }

    /** What rank 0 was told by ranks that differ: two on one host, a third on another. */
    private static Cluster unlike(int[] workers, ClusterStore store) {
        EmulatedNetwork network = new EmulatedNetwork(new int[] {0, 0, 1}, new int[3], EmulatedNetwork.Speeds.UNLIMITED);
        List<Cluster> told = Collections.synchronizedList(new ArrayList<>());
        World.run(3, world -> {
            int r = world.rank();
            CalibrationRequest same = request();
            CalibrationRequest mine = new CalibrationRequest(Cases.of(300, NB).make(), same.nbs(), r < 2 ? MEMORY : 3 * MEMORY,
                    new Peak(10 * (r + 1), "of rank " + r), thorough(0.05));
            told.add(calibration(world, network.join(world), KERNELS, workers[r], mine, store));
        });
        assertThat(told).allMatch(c -> c.equals(told.getFirst()));
        return told.getFirst();
    }

    @Test
    void shouldKeepUnlikeWorkersMemoryAndPeaksOfEachRank() {
        OneCluster store = new OneCluster();
        Cluster cluster = unlike(new int[] {1, 2, 3}, store);
        assertThat(cluster.ranks()).extracting(RankProfile::workers).containsExactly(1, 2, 3);
        assertThat(cluster.ranks()).extracting(RankProfile::host).containsExactly("host0", "host0", "host1");
        assertThat(cluster.ranks()).extracting(RankProfile::memoryBytes).containsExactly(MEMORY / 2, MEMORY / 2, 3 * MEMORY);
        assertThat(cluster.ranks()).extracting(RankProfile::peak)
                .containsExactly(new Peak(10, "of rank 0"), new Peak(20, "of rank 1"), new Peak(30, "of rank 2"));
        assertThat(cluster.network().hostOf()).containsExactly(0, 0, 1);
        assertThat(cluster.network().links().keySet()).containsExactlyInAnyOrder(PairClass.SAME_HOST, PairClass.OTHER_HOST);
        assertThat(unlike(new int[] {1, 2, 3}, store).ranks()).isEqualTo(cluster.ranks());
        assertThat(store.keeps).isEqualTo(1);
        assertThat(unlike(new int[] {2, 2, 3}, store).ranks()).as("other workers are measured anew").extracting(RankProfile::workers)
                .containsExactly(2, 2, 3);
    }

    /** Two ranks on two hosts, in the network's own time. */
    private static Cluster overLink(double bytesPerSecond, ClusterStore store) {
        return inTimeOf(new EmulatedNetwork(new int[] {0, 1}, new int[2],
                new EmulatedNetwork.Speeds(bytesPerSecond, bytesPerSecond, 1e-5, 0)), 2, store);
    }

    private static Cluster inTimeOf(EmulatedNetwork network, int ranks, ClusterStore store) {
        List<Cluster> told = Collections.synchronizedList(new ArrayList<>());
        World.run(ranks, world -> {
            try (WorkerPool pool = new WorkerPool(1, "calibrated", false, world.activity())) {
                told.add(new Calibration(network.join(world), KERNELS, pool, request(), () -> { }, what -> { },
                        new Calibration.Clocks(System::nanoTime, network.clock(world))).run(store));
            }
        });
        assertThat(told).allMatch(c -> c.equals(told.getFirst()));
        return told.getFirst();
    }

    @Test
    void shouldMeasureLinksBetweenHostsThoughTheRanksAreKnown() {
        OneCluster store = new OneCluster();
        Cluster first = overLink(1e9, store);
        Cluster again = overLink(1e8, store);
        assertThat(store.keeps).isEqualTo(1);
        assertThat(again.ranks()).isEqualTo(first.ranks());
        assertThat(1 / first.network().links().get(PairClass.OTHER_HOST).secondsPerByte()).isBetween(0.5e9, 2e9);
        assertThat(1 / again.network().links().get(PairClass.OTHER_HOST).secondsPerByte()).isBetween(0.5e8, 2e8);
    }

    @Test
    void shouldGiveBackEveryNumberOfAClusterFromText() {
        Cluster cluster = calibrated(2, 1, r -> KERNELS, ClusterStore.NONE).getFirst();
        assertThat(cluster.network().links().get(PairClass.SAME_HOST).times()).isNotEmpty();
        assertThat(ClusterText.read(ClusterText.write(cluster))).hasValue(cluster);
        assertThat(ClusterText.receive(ClusterText.send(cluster))).hasValue(cluster);
        assertThat(ClusterText.receive("")).isEmpty();
        assertThat(ClusterText.receive("ranks=1\nhostOf=0\nsiteOf=0\norigin=x\n")).isEmpty();
        // texts that were kept before links had times by size
        Properties kept = ClusterText.write(cluster);
        kept.setProperty("link.SAME_HOST", "1.0 2.0 3.0");
        assertThat(ClusterText.read(kept).orElseThrow().network().links()).containsEntry(PairClass.SAME_HOST, new PairCost(1, 2, 3));
        for (String spoilt : List.of("1.0 2.0", "1.0 2.0 3.0 8.0", "1.0 2.0 3.0 8.0 0.0")) {
            kept.setProperty("link.SAME_HOST", spoilt);
            assertThat(ClusterText.read(kept)).as(spoilt).isEmpty();
        }
    }

    @Test
    void shouldChoosePairsOfEachKind() {
        var pairs = LinkProbe.pairs(List.of(0, 0, 1, 1, 2, 2), List.of(0, 0, 0, 0, 1, 1));
        assertThat(pairs.keySet()).containsExactly(PairClass.values());
        assertThat(pairs.get(PairClass.SAME_HOST)).hasSize(3);
        assertThat(pairs.get(PairClass.OTHER_HOST)).hasSize(3).allMatch(pair -> pair.b() < 4);
        assertThat(pairs.get(PairClass.OTHER_SITE)).hasSize(2).allMatch(pair -> pair.a() < 4 && pair.b() >= 4);
        assertThat(LinkProbe.pairs(List.of(0), List.of(0))).isEmpty();
        assertThat(LinkProbe.pairs(List.of(0, 1), List.of(0, 0)).get(PairClass.OTHER_HOST)).containsExactly(new LinkProbe.Pair(0, 1));
    }
}
