package hplhetero.hpl.plan.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.Clusters;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.plan.predict.PredictRequest.WhatIfs;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a described machine would reach, and what would change it. */
final class PredictorTest {
    private static final Cluster BOARDS = Clusters.of(30, 30, 30, 12).make();

    private static PredictRequest request(int n, int nb, Optional<Grid> grid, WhatIfs whatIfs) {
        return new PredictRequest(new PlanRequest(OptionalInt.of(n), List.of(nb), grid, Optional.empty(), Clusters.variant(1)),
                List.of(BroadcastAlgorithm.RING), List.of(SwapAlgorithm.MIX), whatIfs, List.of());
    }

    private static MachinePrediction predict(Cluster cluster, int n, int nb) {
        return Predictor.predict(cluster, request(n, nb, Optional.empty(), WhatIfs.PRICED));
    }

    private static Map<String, Double> rates(MachinePrediction machine) {
        return machine.whatIfs().stream().collect(Collectors.toMap(WhatIf::change, WhatIf::gflops));
    }

    @Test
    void shouldPlanFewRanksAsARunDoes() {
        PredictRequest request = request(8000, 100, Optional.empty(), WhatIfs.LEFT_OUT);
        MachinePrediction machine = Predictor.predict(BOARDS, request);
        assertThat(machine.plan()).isEqualTo(Planner.plan(BOARDS, request.plan()).best());
        assertThat(machine.whatIfs()).isEmpty();
        assertThat(machine.notes()).isEmpty();
    }

    @Test
    void shouldSayWhereAllOfThePeakGoes() {
        for (Cluster cluster : List.of(BOARDS, Clusters.of(10, 10, 10, 0.01).make(), Clusters.equal(6, 5).make())) {
            LostShares lostShares = predict(cluster, 6000, 100).lostShares();
            double lost = lostShares.shares().values().stream().mapToDouble(Double::doubleValue).sum();
            assertThat(lostShares.reached() + lost).isCloseTo(1, within(1e-9));
            assertThat(lostShares.reached()).isBetween(0.3, 1.0);
        }
    }

    @Test
    void shouldChargeARankThatIsLeftOut() {
        MachinePrediction machine = predict(Clusters.of(10, 10, 10, 0.01).make(), 6000, 100);
        assertThat(machine.plan().map().ranks()).containsExactly(0, 1, 2);
        assertThat(machine.lostShares().shares().get(LostShares.Cause.LEFT_OUT)).isCloseTo(0.01 / 30.01, within(1e-6));
    }

    @Test
    void shouldSayWhatOtherMachinesWouldReach() {
        MachinePrediction machine = predict(BOARDS, 8000, 100);
        Map<String, Double> rates = rates(machine);
        double base = machine.gflops();
        assertThat(rates.get("network of twice the bandwidth")).isGreaterThan(base);
        assertThat(rates.get("network of half the latency")).isGreaterThan(base);
        assertThat(rates.get("network that takes no time")).isGreaterThan(rates.get("network of twice the bandwidth"));
        assertThat(rates.get("host3 replaced by copies of host1")).isBetween(1.1 * base, 120 / 102.0 * 1.05 * base);
        assertThat(rates.get("host3 left out")).isBetween(0.8 * base, base);
        assertThat(rates.get("look-ahead depth 0")).isLessThan(base);
        assertThat(rates).containsKeys("NB=50", "NB=200", "twice the memory").hasSize(9);
    }

    /** Panels that devices factor alone do not help ranks of a column, until it is known what they take with trades of pivots. */
    @Test
    void shouldCountPanelsOfDevicesInAColumnOfRanksWhereTheyAreMeasured() {
        Cluster byHost = Clusters.equal(2, 10).make();
        PanelCost fast = PanelCost.constant(100);
        double[] seconds = Stream.of(Optional.<DeviceCost>empty(),
                Optional.of(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.of(fast), Optional.empty())),
                Optional.of(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.of(fast), Optional.of(fast))))
                .map(device -> byHost.with(rank -> rank.costing(rank.update(), rank.panel(), device)))
                .mapToDouble(cluster -> Predictor.predict(cluster, request(4000, 100, Optional.of(new Grid(2, 1)), WhatIfs.LEFT_OUT))
                        .plan().seconds()).toArray();
        assertThat(seconds[1]).isEqualTo(seconds[0]);
        assertThat(seconds[2]).isLessThan(seconds[0]);
    }

    @Test
    void shouldPriceTheNetworkOnThePlansOwnMap() {
        MachinePrediction machine = predict(BOARDS, 8000, 100);
        Cluster faster = BOARDS.on(BOARDS.network().betweenHosts(1, 0.5));
        double gflops = TimeModel.price(faster, 8000, 100, machine.plan().map(), machine.variant()).gflops(8000);
        assertThat(rates(machine)).containsEntry("network of twice the bandwidth", gflops);
    }

    @Test
    void shouldReplaceNothingWhereAllAreAlike() {
        assertThat(rates(predict(Clusters.equal(4, 10).make(), 4000, 100)).keySet()).noneMatch(change -> change.contains("replaced"))
                .noneMatch(change -> change.contains("left out"));
    }

    @Test
    void shouldSayWhatItDidNotTryOnManyRanks() {
        double[] speeds = IntStream.range(0, 96).mapToDouble(rank -> rank < 48 ? 20 : 10).toArray();
        MachinePrediction machine = predict(Clusters.of(speeds).make(), 40_000, 100);
        assertThat(machine.notes()).singleElement().asString().contains("more than 64 ranks: only maps of kind weighted");
        assertThat(machine.plan().kind()).startsWith("weighted");
        assertThat(machine.kinds()).extracting(RankKind::gflops).containsExactly(20.0, 10.0);
        Map<String, Double> rates = rates(machine);
        assertThat(rates.get("host48 and 47 more replaced by copies of host24") / machine.gflops()).isBetween(1.15, 1.45);
        assertThat(rates.get("host48 and 47 more left out") / machine.gflops()).isBetween(0.6, 0.95);
    }

    @Test
    void shouldPriceAGivenGridOfVeryManyRanks() {
        Cluster cluster = Clusters.equal(9000, 100).make();
        MachinePrediction machine = Predictor.predict(cluster, request(50_000, 500, Optional.of(new Grid(90, 100)), WhatIfs.LEFT_OUT));
        assertThat(machine.plan().p()).isEqualTo(90);
        assertThat(machine.order()).isEqualTo("row-major");
        assertThat(machine.gflops()).isEqualTo(TimeModel.price(cluster, 50_000, 500, machine.plan().map(), machine.variant())
                .gflops(50_000));
    }

    @Test
    void shouldRefuseWhatAGridHasNoRanksFor() {
        assertThatThrownBy(() -> Predictor.predict(BOARDS, request(100, 10, Optional.of(new Grid(2, 3)), WhatIfs.LEFT_OUT)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("P=2 Q=3 need 6 ranks, the cluster has 4");
    }

    @Test
    void shouldTellKindsByFivePerCent() {
        List<RankKind> kinds = RankKind.of(Clusters.of(10, 9.6, 9.4, 5, 10).make(), 1000, 100);
        assertThat(kinds).extracting(RankKind::ranks).containsExactly(List.of(0, 4, 1), List.of(2), List.of(3));
    }
}
