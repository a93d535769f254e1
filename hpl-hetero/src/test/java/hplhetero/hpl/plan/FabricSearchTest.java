package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.simulate.RunSimulator;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Torus;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans over fabrics, against others in virtual time. The whole proof, on more ranks and orders, is hpl plan --exhaustive. */
@Slow
class FabricSearchTest {
    private static final NetworkCost COST = new NetworkCost(new LinkCost(5e-6, 1e-9, 5e-7, 5e-7, 1e-7), LinkCost.hockney(1e-6, 2e-10), 0.3);
    private static final SolveVariant NETLIB = new SolveVariant(1, BroadcastAlgorithm.RING_M, SwapAlgorithm.MIX, 64);
    private static final List<SolveVariant> FREE = Arrays.stream(BroadcastAlgorithm.values())
            .flatMap(broadcast -> Arrays.stream(SwapAlgorithm.values()).map(swap -> new SolveVariant(1, broadcast, swap, 64)))
            .sorted((a, b) -> Boolean.compare(b.equals(NETLIB), a.equals(NETLIB))).toList();

    private static Cluster alike(Placement placement) {
        return Clusters.equal(placement.ranks(), 50).on(placement, COST).make();
    }

    private static PlanRequest request(int n, Optional<PlanRequest.Grid> grid, List<SolveVariant> variants) {
        return new PlanRequest(OptionalInt.of(n), List.of(64), grid, Optional.empty(), variants);
    }

    private static Placement placement(String name) {
        return switch (name) {
            case "ricc 0" -> PaperPlacements.ricc(0, 12);
            case "ricc 2" -> PaperPlacements.ricc(2, 12);
            case "torus" -> Placement.full(Torus.torus(3, 2, 2));
            case "tree" -> Placement.full(FatTree.of(List.of(new FatTree.Level(2, 1, 1, 1), new FatTree.Level(2, 1, 1, 1),
                    new FatTree.Level(4, 1, 1, 1))));
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @Daily(4)
    @ValueSource(strings = {"ricc 0", "ricc 2", "torus", "tree"})
    void shouldComeAsNearToTheBestAsOnePerCent(String name) {
        Cluster cluster = alike(placement(name));
        PlanRequest request = request(3000, Optional.empty(), FREE);
        PlanChoice choice = Planner.plan(cluster, request);
        Exhaustive found = ExhaustiveSearch.of(cluster, request, choice.best(), 10, 7, _ -> { });
        assertThat(found.ratio()).as("%s", found).isLessThanOrEqualTo(1.01);
        assertThat(found.planned()).isLessThanOrEqualTo(found.netlib().seconds() * 1.005);
        assertThat(choice.best().variant()).isPresent();
    }

    @Test
    void shouldSayThatNothingIsGainedOnOneSwitch() {
        Cluster cluster = alike(Placement.full(FlatSwitch.of(8)));
        PlanRequest request = request(6000, Optional.of(new PlanRequest.Grid(2, 4)), List.of(NETLIB));
        PlanChoice choice = Planner.plan(cluster, request);
        assertThat(choice.notes()).anyMatch(note -> note.startsWith("no gain: netlib's default on this grid"));
        assertThat(choice.best().map().owners()).isEqualTo(List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7)));
        assertThat(choice.best().variant()).isEmpty();
        assertThat(ExhaustiveSearch.of(cluster, request, choice.best(), 4, 1, _ -> { }).noGain()).isTrue();
    }

    /** Two switches with a thin cable: ranks that are listed in turn change places. */
    @Test
    void shouldPutRanksOfASwitchTogetherAndSayWhatThatGains() {
        Cluster cluster = alike(twoSwitches(0.25, 0, 4, 1, 5, 2, 6, 3, 7));
        PlanChoice choice = Planner.plan(cluster, request(6000, Optional.of(new PlanRequest.Grid(2, 4)), List.of(NETLIB)));
        assertThat(choice.notes()).anyMatch(note -> note.contains("the order of ranks gains 4"));
        assertThat(choice.best().variant()).isEmpty();
        assertThat(choice.best().map().owners()).isEqualTo(List.of(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7)));
    }

    /** What decided is what a plan tells: the seconds of its own run in virtual time, not those of its replay. */
    @Test
    void shouldTellTheSecondsThatDecided() {
        Cluster cluster = alike(twoSwitches(0.25, 0, 4, 1, 5, 2, 6, 3, 7));
        PlanChoice choice = Planner.plan(cluster, request(3000, Optional.empty(), List.of(NETLIB)));
        for (Plan plan : List.of(choice.best(), choice.runnerUp().orElseThrow(), choice.uniform().orElseThrow())) {
            double seconds = new RunSimulator(cluster, NETLIB).run(plan.n(), plan.nb(), plan.map()).seconds();
            assertThat(plan.virtual()).hasValue(seconds);
            assertThat(plan.seconds()).isEqualTo(seconds).isNotEqualTo(plan.prediction().seconds());
            assertThat(plan.gflops() * seconds).isCloseTo(3000.0 * 3000 * (2 * 3000 / 3.0 + 1.5) / 1e9, within(1e-6));
        }
        assertThat(choice.runnerUp().orElseThrow().p()).isNotEqualTo(choice.best().p());
        assertThat(choice.gain()).isCloseTo(choice.uniform().orElseThrow().seconds() / choice.best().seconds(), within(1e-9));
        assertThat(choice.notes()).anyMatch(note -> note.contains("advice for this program: netlib HPL"))
                .allMatch(note -> !note.startsWith("grid: ") || note.contains(" rate by replays"));
    }

    private static Placement twoSwitches(double cable, int... nodes) {
        List<String> hosts = IntStream.range(0, nodes.length).mapToObj(i -> "n" + i).toList();
        int[] siteOf = IntStream.range(0, nodes.length).map(node -> node < 4 ? 0 : 1).toArray();
        return Placement.of(TableFabric.sites(hosts, siteOf, cable), nodes);
    }

    @Test
    void shouldKeepWhatIsFixed() {
        SolveVariant fixed = new SolveVariant(1, BroadcastAlgorithm.TWO_RING, SwapAlgorithm.BINARY_EXCHANGE, 64);
        Cluster cluster = alike(PaperPlacements.ricc(0, 8));
        PlanChoice choice = Planner.plan(cluster, request(3000, Optional.of(new PlanRequest.Grid(4, 2)), List.of(fixed)));
        assertThat(choice.best().p()).isEqualTo(4);
        assertThat(choice.best().q()).isEqualTo(2);
        assertThat(choice.best().nb()).isEqualTo(64);
        assertThat(choice.notes()).anyMatch(note -> note.contains("BCAST 2ring, SWAP binary exchange"));
    }

    /** Of three kinds of ranks four fast ones are taken, and four slower ones beside them or four fast ones behind a cable. */
    @Test
    void shouldWeighSpeedAgainstDistance() {
        assertThat(farRanks(0.02)).isZero();
        assertThat(farRanks(1)).isEqualTo(4);
    }

    private static long farRanks(double cable) {
        List<String> hosts = IntStream.range(0, 12).mapToObj(i -> "n" + i).toList();
        int[] siteOf = IntStream.range(0, 12).map(node -> node < 8 ? 0 : 1).toArray();
        Placement placement = Placement.of(TableFabric.sites(hosts, siteOf, cable), IntStream.range(0, 12).toArray());
        Cluster cluster = Clusters.of(50, 50, 50, 50, 30, 30, 30, 30, 50, 50, 50, 50).on(placement, COST).make();
        PlanChoice choice = Planner.plan(cluster, request(5000, Optional.of(new PlanRequest.Grid(2, 4)), List.of(NETLIB)));
        return choice.best().map().ranks().stream().filter(rank -> rank >= 8).count();
    }

    @Test
    void shouldPlanTheSameEveryTime() {
        Cluster cluster = alike(PaperPlacements.ricc(1, 8));
        PlanRequest request = request(2000, Optional.empty(), FREE);
        PlanChoice choice = Planner.plan(cluster, request);
        assertThat(Planner.plan(cluster, request)).isEqualTo(choice);
    }
}
