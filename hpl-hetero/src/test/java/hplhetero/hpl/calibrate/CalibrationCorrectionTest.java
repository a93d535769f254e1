package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import hplhetero.hpl.Cases;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.model.ModelInputs;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.RunReplay;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.RateSample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationCorrectionTest {
    private static final HplCase CASE = Cases.of(10_000, 100).grid(1, 3).make();
    private static final Instant END = Instant.parse("2026-11-20T10:00:00Z");

    /** Ranks of these speeds in one row; those of one speed are of one kind. */
    private static Cluster measured(double... gflops) {
        List<RankProfile> ranks = IntStream.range(0, gflops.length)
                .mapToObj(r -> new RankProfile(r, "h" + r, 1, UpdateCost.constant(gflops[r]),
                PanelCost.constant(5), Long.MAX_VALUE, new Peak(2 * gflops[r], "measured"), 0)).toList();
        List<Integer> hosts = IntStream.range(0, gflops.length).boxed().toList();
        return new Cluster(ranks, new Network(Map.of(PairClass.OTHER_HOST, new PairCost(1e-6, 1e-10)), hosts,
                hosts.stream().map(h -> 0).toList()),
                "measured yesterday");
    }

    /** A solve in which the ranks computed so many times longer than was expected of them. */
    private static CaseResult solved(Cluster cluster, double seconds, double... longer) {
        Prediction expected = new RunReplay(new ModelInputs(cluster, BlockMap.of(CASE)), SolveVariant.of(CASE)).run(0);
        List<RankReport> reports = IntStream.range(0, longer.length).mapToObj(r -> new RankReport(r, "h" + r, 1, 1.0 / 3,
                Map.of(Phase.DGEMM, longer[r] * expected.busy().get(r) * expected.seconds()))).toList();
        return new CaseResult(CASE, CheckStatus.PASSED, END, END, seconds, Optional.empty(), false, reports, "").withCluster(cluster);
    }

    @Test
    void shouldLearnNothingFromASolveWhoseMapFollowedItsRanks() {
        CaseResult steady = solved(measured(40, 40, 20), 3e5, 1, 1, 1.25);
        Adaptation watched = new Adaptation(true, "", List.of(new RateSample(10, List.of(40.0, 40.0, 16.0))), List.of(), List.of());
        MapMove move = new MapMove(40, 1.5, 0.01, 3, 24_000_000, List.of(20, 20, 21), List.of(21, 22, 18), "rank 2 at 0.8 of its rate");
        assertThat(CalibrationCorrection.of(steady.withAdaptation(watched))).isPresent();
        assertThat(CalibrationCorrection.of(steady.withAdaptation(new Adaptation(true, "", watched.rates(), List.of(move), List.of()))))
                .isEmpty();
    }

    private static double rate(Cluster cluster, int rank) {
        return cluster.ranks().get(rank).update().gflops(3000, 3000, 100);
    }

    @Test
    void shouldCorrectHowRanksCompare() {
        Cluster before = measured(40, 40, 20);
        // so long a solve counts nearly alone; cyclic columns keep rank 2 busy for twice as long: all took 9/8 of the time
        CalibrationCorrection found = CalibrationCorrection.of(solved(before, 3e5, 1, 1, 1.25)).orElseThrow();
        assertThat(rate(found.cluster(), 0) / rate(found.cluster(), 2)).isCloseTo(2.5, withinPercentage(0.1));
        assertThat(found.cluster().origin()).isEqualTo("measured yesterday, corrected by the run of 2026-11-20T10:00:00Z");
        assertThat(found.text()).isEqualTo("rank 2 was 10 % slower than measured before, relative to all ranks together");
    }

    /** Of 14 workers two wait for the device all the time, and the others have next to nothing to do. */
    @Test
    void shouldCountTheBusyWorkersAlongsideADevice() {
        Cluster before = measured(40, 40, 400);
        CaseResult alike = solved(before, 3e5, 1, 1, 1);
        List<RankReport> ranks = alike.ranks().stream().map(rank -> rank.rank() < 2 ? rank : new RankReport(2, rank.host(), 14,
                rank.blockShare(), Map.of(Phase.DGEMM, 2.5 * rank.seconds().get(Phase.DGEMM)),
                Optional.of(new DeviceReport(0.1, 1, 2.5, 0, PanelTimes.NONE)))).toList();
        CaseResult result = new CaseResult(CASE, CheckStatus.PASSED, END, END, 3e5, Optional.empty(), false, ranks, "").withCluster(before);
        assertThat(CalibrationCorrection.of(result)).isEmpty();
    }

    @Test
    void shouldCountAShortSolveForHalfAndNameTheLastOne() {
        Cluster before = measured(40, 40, 20);
        Cluster once = CalibrationCorrection.of(solved(before, 3, 1, 1, 1.21)).orElseThrow().cluster();
        assertThat(rate(once, 0) / rate(once, 2)).isCloseTo(2.2, withinPercentage(0.1));
        Cluster twice = CalibrationCorrection.of(solved(once, 3, 1, 1, 1.1)).orElseThrow().cluster();
        assertThat(twice.origin()).isEqualTo(once.origin());
    }

    @Test
    void shouldLeaveEqualRanksEqualAndAllTogetherAsFastAsTheyWere() {
        assertThat(CalibrationCorrection.of(solved(measured(40, 40, 40), 5, 1.0, 1.04, 0.96))).isEmpty();
        assertThat(CalibrationCorrection.of(solved(measured(40, 40, 20), 3e5, 1.3, 1.3, 1.3))).isEmpty();
        Cluster corrected = CalibrationCorrection.of(solved(measured(40, 40, 20), 5, 1.02, 0.98, 1.2)).orElseThrow().cluster();
        assertThat(corrected.ranks().get(0).update()).isEqualTo(corrected.ranks().get(1).update());
        // far from its kind: on its own
        Cluster apart = CalibrationCorrection.of(solved(measured(40, 40, 40), 3e5, 1, 1, 1.5)).orElseThrow().cluster();
        assertThat(rate(apart, 0) / rate(apart, 2)).isCloseTo(1.5, withinPercentage(0.1));
    }

    @Test
    void shouldTellHostsOfOneKindApartWhereALongSolveDid() {
        Cluster slower = CalibrationCorrection.of(solved(measured(40, 40, 40), 3e5, 1, 1.06, 1)).orElseThrow().cluster();
        assertThat(rate(slower, 0) / rate(slower, 1)).isCloseTo(1.06, withinPercentage(0.1));
        assertThat(CalibrationCorrection.of(solved(measured(40, 40, 40), 5, 1, 1.06, 1))).isEmpty();
    }

    @Test
    void shouldTakeEqualRanksOfOneHostForDisturbedRatherThanUnlike() {
        Cluster apart = measured(40, 40, 20);
        Cluster corrected = CalibrationCorrection.of(solved(onOneHost(apart), 3e5, 1, 1.2, 1.4)).orElseThrow().cluster();
        assertThat(corrected.ranks().get(0).update()).isEqualTo(corrected.ranks().get(1).update());
        Cluster unlike = CalibrationCorrection.of(solved(apart, 3e5, 1, 1.2, 1.4)).orElseThrow().cluster();
        assertThat(rate(unlike, 0) / rate(unlike, 1)).isCloseTo(1.2, withinPercentage(0.1));
    }

    @Test
    void shouldMakeEqualAgainWhatWasMeasuredUnlikeAndDidAlike() {
        Cluster equal = onOneHost(measured(40, 40, 20));
        RankProfile disturbed = equal.ranks().get(1);
        Cluster before = new Cluster(List.of(equal.ranks().get(0), disturbed.costing(disturbed.update().times(1.3), disturbed.panel(),
                disturbed.device()),
                equal.ranks().get(2)), equal.network(), equal.origin());
        // as fast as rank 0 after all
        Cluster corrected = CalibrationCorrection.of(solved(before, 3e5, 1, 1 / 1.3, 1)).orElseThrow().cluster();
        assertThat(corrected.ranks().get(0).update()).isEqualTo(corrected.ranks().get(1).update());
        assertThat(rate(corrected, 0) / rate(corrected, 2)).isCloseTo(2, withinPercentage(0.1));
    }

    private static Cluster onOneHost(Cluster apart) {
        List<RankProfile> there = apart.ranks().stream().map(r -> new RankProfile(r.rank(), "one", r.workers(), r.update(), r.panel(),
                r.memoryBytes(), r.peak(), r.variation())).toList();
        return new Cluster(there, new Network(Map.of(PairClass.SAME_HOST, new PairCost(1e-6, 1e-10)), List.of(0, 0, 0), List.of(0, 0, 0)),
                apart.origin());
    }

    @Test
    void shouldSayNothingOfShortSolvesAndUnmeasuredRanks() {
        Cluster before = measured(40, 40, 20);
        assertThat(CalibrationCorrection.of(solved(before, 2.9, 1, 1, 2))).isEmpty();
        CaseResult result = solved(before, 3e5, 1, 1, 2);
        assertThat(CalibrationCorrection.of(new CaseResult(CASE, result.status(), END, END, result.seconds(), Optional.empty(), false,
                result.ranks(), "")))
                .isEmpty();
    }
}
