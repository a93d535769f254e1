package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.model.TimeModel;
import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadBalanceTest {
    private static final HplCase CASE = Cases.of(10_000, 100).grid(1, 2).make();

    private static RankProfile profile(int rank, double gflops, double peak) {
        return new RankProfile(rank, "h" + rank, 1, UpdateCost.constant(gflops), PanelCost.constant(5), Long.MAX_VALUE,
                new Peak(peak, "file"), 0);
    }

    private static Cluster cluster(double... gflops) {
        List<RankProfile> ranks = IntStream.range(0, gflops.length).mapToObj(r -> profile(r, gflops[r], 2 * gflops[r])).toList();
        List<Integer> hosts = IntStream.range(0, gflops.length).boxed().toList();
        return new Cluster(ranks, new Network(Map.of(), hosts, hosts.stream().map(h -> 0).toList()), "by hand");
    }

    /** A solve of so many seconds, of which a rank's shares went into phases and the rest into waiting. */
    private static CaseResult result(HplCase c, double seconds, List<Map<Phase, Double>> shares) {
        List<RankReport> reports = IntStream.range(0, shares.size()).mapToObj(r -> {
            Map<Phase, Double> phases = new EnumMap<>(Phase.class);
            shares.get(r).forEach((phase, share) -> phases.put(phase, share * seconds));
            phases.put(Phase.WAITING, seconds * (1 - shares.get(r).values().stream().mapToDouble(Double::doubleValue).sum()));
            return new RankReport(r, "h" + r, 1, 0.5, phases);
        }).toList();
        return new CaseResult(c, CheckStatus.PASSED, Instant.EPOCH, Instant.EPOCH, seconds, Optional.empty(), false, reports, "");
    }

    @Test
    void shouldTakeTheSumOfConstantSpeedsForTheIdeal() {
        LoadBalance balance = LoadBalance.of(result(CASE, 100, List.of(Map.of(), Map.of())).withCluster(cluster(20, 10))).orElseThrow();
        assertThat(balance.speeds().get(0)).isCloseTo(20, within(1e-9));
        assertThat(balance.speeds().get(1)).isCloseTo(10, within(1e-9));
        // panels are no part of the ideal
        assertThat(balance.idealGflops(CASE)).isCloseTo(30, withinPercentage(2));
    }

    @Test
    void shouldSplitWhatIsLostByCause() {
        double ideal = TimeModel.ideal(cluster(20, 10), CASE.n(), CASE.nb());
        // weights 2/3 and 1/3
        LoadBalance balance = LoadBalance.of(result(CASE, ideal / 0.6, List.of(
                Map.of(Phase.DGEMM, 0.6, Phase.SWAP, 0.03, Phase.FACTORIZATION, 0.03, Phase.BROADCAST, 0.03),
                Map.of(Phase.DGEMM, 0.9, Phase.SOLVE, 0.03))).withCluster(cluster(20, 10))).orElseThrow();
        assertThat(balance.reached()).isCloseTo(0.6, within(1e-9));
        assertThat(balance.lostShares().get(Loss.WAITING)).isCloseTo(1 - 0.93, within(1e-9));
        assertThat(balance.lostShares().get(Loss.IMBALANCE)).isCloseTo(0.93 - (2 * 0.69 + 0.93) / 3, within(1e-9));
        assertThat(balance.lostShares().get(Loss.UPDATE)).isCloseTo((2 * 0.63 + 0.9) / 3 - 0.6, within(1e-9));
        assertThat(balance.lostShares().get(Loss.PANEL)).isCloseTo(0.02, within(1e-9));
        assertThat(balance.lostShares().get(Loss.BROADCAST)).isCloseTo(0.02, within(1e-9));
        assertThat(balance.lostShares().get(Loss.SOLVE)).isCloseTo(0.01, within(1e-9));
        assertThat(balance.lostShares().get(Loss.SWAP)).isZero();
        assertThat(balance.lostShares().values().stream().mapToDouble(Double::doubleValue).sum() + balance.reached()).isCloseTo(1,
                within(1e-9));
    }

    @Test
    void shouldCountRowExchangeAsALossWhereAColumnHasSeveralRanks() {
        HplCase c = Cases.of(10_000, 100).grid(2, 1).make();
        LoadBalance balance = LoadBalance.of(result(c, 100, List.of(Map.of(Phase.SWAP, 0.1), Map.of(Phase.SWAP, 0.1)))
                .withCluster(cluster(20, 10)))
                .orElseThrow();
        assertThat(balance.lostShares().get(Loss.SWAP)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void shouldCountARankThatWasLeftOutAmongTheIdeal() {
        LoadBalance balance = LoadBalance.of(result(CASE, 100, List.of(Map.of(Phase.DGEMM, 1.0), Map.of(Phase.DGEMM, 1.0)))
                .withCluster(cluster(20, 10, 10))).orElseThrow();
        assertThat(balance.idealGflops(CASE)).isCloseTo(40, withinPercentage(2));
        assertThat(balance.lostShares().get(Loss.IMBALANCE)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void shouldSayNothingOfRanksThatWereNotMeasured() {
        assertThat(LoadBalance.of(result(CASE, 100, List.of(Map.of(), Map.of())))).isEmpty();
        assertThat(LoadBalance.of(result(CASE, 100, List.of(Map.of(), Map.of())).withCluster(cluster(20)))).isEmpty();
    }

    @Test
    void shouldAddPeaksUpOnlyWhenAllAreKnown() {
        assertThat(LoadBalance.sumOfPeaks(cluster(20, 10))).hasValue(60.0);
        Cluster half = new Cluster(List.of(profile(0, 20, 40), profile(1, 10, 0)), cluster(20, 10).network(), "");
        assertThat(LoadBalance.sumOfPeaks(half)).isEmpty();
    }
}
