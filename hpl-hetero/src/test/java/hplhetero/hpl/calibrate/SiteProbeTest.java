package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Activity;
import hplhetero.hpl.Cases;
import hplhetero.hpl.EmulatedNetwork;
import hplhetero.hpl.EmulatedNetwork.Speeds;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
@Slow
class SiteProbeTest {
    private static final int NB = 64;
    private static final Speeds SLOW_LINK = new Speeds(100e6, 10e6, 50e-6, 0);
    private static final double NOISE = 0.2;

    private static int[] digits(String text) {
        return text.chars().map(c -> c - '0').toArray();
    }

    /** What all ranks found; they all found the same. */
    private static List<Integer> found(String hosts, String sites, Speeds speeds) {
        EmulatedNetwork network = new EmulatedNetwork(digits(hosts), digits(sites), speeds);
        List<List<Integer>> found = Collections.synchronizedList(new ArrayList<>());
        World.run(hosts.length(), world -> {
            List<Integer> hostOf = IntStream.of(digits(hosts)).boxed().toList();
            found.add(new SiteProbe(network.join(world), hostOf, network.clock(world)).measure(0.1));
        });
        assertThat(found).hasSize(hosts.length()).allMatch(f -> f.equals(found.getFirst()));
        return found.getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0011", "0101", "0110", "01101", "0012"})
    void shouldFindTheHostsBehindASlowLink(String sites) {
        String hosts = "01234".substring(0, sites.length());
        assertThat(found(hosts, sites, SLOW_LINK)).containsExactlyElementsOf(IntStream.of(digits(sites)).boxed().toList());
    }

    @Test
    void shouldFindItInNoiseToo() {
        for (String sites : List.of("0011", "0101", "010110")) {
            Speeds noisy = new Speeds(SLOW_LINK.hosts(), SLOW_LINK.sites(), SLOW_LINK.latency(), NOISE);
            assertThat(found("012345".substring(0, sites.length()), sites, noisy))
                    .containsExactlyElementsOf(IntStream.of(digits(sites)).boxed().toList());
        }
    }

    @Test
    void shouldFindTheSitesOfMoreHostsThanCanAllBePaired() {
        int[] hosts = IntStream.range(0, 24).toArray();
        int[] racks = IntStream.of(hosts).map(h -> h / 8).toArray();
        EmulatedNetwork network = new EmulatedNetwork(hosts, racks, SLOW_LINK);
        World.run(hosts.length, world -> assertThat(new SiteProbe(network.join(world), IntStream.of(hosts).boxed().toList(),
                network.clock(world)).measure(0.1)).containsExactlyElementsOf(IntStream.of(racks).boxed().toList()));
    }

    @Test
    void shouldNotPartRanksOfAHost() {
        assertThat(found("001122", "000011", SLOW_LINK)).containsExactly(0, 0, 0, 0, 1, 1);
    }

    @Test
    void shouldFindOneSiteInAnEqualNetwork() {
        for (int round = 0; round < 5; round++) {
            Speeds equal = new Speeds(1e7 * Math.pow(10, round), 1e7 * Math.pow(10, round), 50e-6, NOISE);
            assertThat(found("012345", "010101", equal)).as("round %d", round).containsOnly(0);
        }
        assertThat(found("01", "01", SLOW_LINK)).as("two hosts have nothing to compare with").containsOnly(0);
        assertThat(found("000", "000", SLOW_LINK)).containsOnly(0);
    }

    private static Cluster calibrated(String sites) {
        EmulatedNetwork network = new EmulatedNetwork(digits("0123"), digits(sites), SLOW_LINK);
        List<Cluster> told = Collections.synchronizedList(new ArrayList<>());
        CalibrationRequest request = new CalibrationRequest(Cases.of(300, NB).make(), List.of(NB), Long.MAX_VALUE, new Peak(10, "by hand"),
                MeasuringTime.thorough(0.1, MeasurementRepeats.BRIEF));
        DenseKernels kernels = World.kernels("native");
        World.run(4, world -> {
            try (WorkerPool pool = new WorkerPool(1, "test-" + world.rank(), false, new Activity())) {
                told.add(new Calibration(network.join(world), kernels, pool, request, () -> { }, what -> { },
                        new Calibration.Clocks(System::nanoTime, network.clock(world)))
                        .run(ClusterStore.NONE));
            }
        });
        assertThat(told).hasSize(4).allMatch(c -> c.equals(told.getFirst()));
        return told.getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0011", "0101", "0110"})
    void shouldLeadToAPlanWithAdjacentColumnsWhateverTheOrderOfRanks(String sites) {
        Cluster cluster = calibrated(sites);
        List<Integer> siteOf = cluster.network().siteOf();
        assertThat(siteOf).containsExactlyElementsOf(IntStream.of(digits(sites)).boxed().toList());
        assertThat(cluster.network().links().keySet()).isEqualTo(Set.of(PairClass.OTHER_HOST, PairClass.OTHER_SITE));
        assertThat(1e-6 / cluster.network().links().get(PairClass.OTHER_SITE).secondsPerByte()).isCloseTo(10, within(0.5));
        assertThat(1e-6 / cluster.network().links().get(PairClass.OTHER_HOST).secondsPerByte()).isCloseTo(100, within(5.0));
        PlanRequest request = new PlanRequest(OptionalInt.of(6000), List.of(128), Optional.of(new PlanRequest.Grid(1, 4)), Optional.empty(),
                new SolveVariant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64));
        // equal ranks, whatever this machine was at meanwhile
        Cluster equal = new Cluster(cluster.ranks().stream().map(r -> new RankProfile(r.rank(), r.host(), 1, UpdateCost.constant(20),
                PanelCost.constant(5), r.memoryBytes(), r.peak(), 0)).toList(), cluster.network(), "test");
        List<Integer> row = Planner.plan(equal, request).best().map().owners().getFirst().stream().map(siteOf::get).toList();
        assertThat(row).isIn(List.of(0, 0, 1, 1), List.of(1, 1, 0, 0));
    }
}
