package hplhetero.results;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.plan.LoadBalance.Loss;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.RunDescription.Peak;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The sentence on why a test missed its peak, for a test of 2 ranks that takes 10 s and reaches 60 GFLOPS. */
final class MissedPeakTest {
    private static final double SECONDS = 10;

    @Test
    void shouldRankStepsByWhatTheyTook() {
        assertThat(why(test(List.of(), phases(0, 0.8, 2), phases(0, 0.8, 2)), 100)).contains(
                "40.0 % of Rpeak is missing: waiting 20.0 %, updates below peak 12.0 %, factorization 8.0 %");
    }

    @Test
    void shouldNameTheRankForWhichOthersWaited() {
        assertThat(why(test(List.of(), phases(0, 0, 3), phases(0, 0, 0.5)), 75).orElseThrow())
                .endsWith("waiting 17.5 % (least on rank 1 of n1, for which the others waited)");
    }

    @Test
    void shouldSayThatNothingStandsOut() {
        assertThat(why(test(List.of(), phases(0.1, 0.1, 0.1), phases(0.1, 0.1, 0.1)), 62)).contains(
                "3.2 % of Rpeak is missing, and nothing stands out: no cause takes 3 %");
    }

    @Test
    void shouldSayThatNothingIsMissing() {
        assertThat(why(test(List.of(), phases(0, 0, 0), phases(0, 0, 0)), 60 - 1e-9)).contains("nothing of Rpeak is missing");
    }

    /** The mean clock of n1 is a quarter below the highest, that of n0 a tenth; others had half of two cores of n0. */
    @Test
    void shouldNameTheHostWithTheLowestClockAndTheOneWithOtherLoad() {
        HostPower first = new HostPower("n0", Double.NaN, "", 2700, 2600, -1, 3000, 70, new HostLoad(2, 0.5, 0, "cc1"));
        HostPower second = new HostPower("n1", Double.NaN, "", 2550, 1900, 12, 3400, 97, HostLoad.UNKNOWN);
        assertThat(why(test(List.of(first, second), phases(0, 0, 0.1), phases(0, 0, 0.1)), 75).orElseThrow()).isEqualTo(
                "20.0 % of Rpeak is missing: updates below peak 19.0 %; meanwhile the clock of n1 fell to 1.9 GHz (25.0 % below 3.4 in "
                        + "the mean), others took 25.0 % of the cores of n0");
    }

    @Test
    void shouldNameALinkThatLostData() {
        HealthSeries bad = new HealthSeries(List.of(5.0, 10.0), Map.of(HealthQuantity.LINK_ERRORS, List.of(0.0, 340.0)));
        HostPower host = HostPower.unknown("n1").withHealth(bad);
        assertThat(why(test(List.of(host), phases(0, 0, 2), phases(0, 0, 2)), 75).orElseThrow())
                .isEqualTo("20.0 % of Rpeak is missing: waiting 20.0 %; meanwhile n1: 340 link errors");
    }

    /** Without Rpeak, the rates measured on the ranks before count. */
    @Test
    void shouldTakeMeasuredRatesWhereRpeakIsNotKnown() {
        Map<Loss, Double> lost = new EnumMap<>(Loss.class);
        lost.put(Loss.IMBALANCE, 0.15);
        lost.put(Loss.SWAP, 0.05);
        TestResult measured = new TestResult(test(List.of(), phases(0, 0, 0), phases(0, 0, 0)), Optional.of(new Balance("measured", 8, 75,
                0.8, lost, Double.NaN, List.of())), List.of());
        assertThat(MissedPeak.of(sweep(Optional.empty(), measured))).contains(
                "20.0 % of the rate measured on the ranks before is missing: imbalance 15.0 %, row swaps 5.0 %");
    }

    @Test
    void shouldSayNothingWithoutAPeakOrARateThatCounts() {
        TestResult unmeasured = new TestResult(test(List.of(), phases(0, 0, 0), phases(0, 0, 0)), Optional.empty(), List.of());
        assertThat(MissedPeak.of(sweep(Optional.empty(), unmeasured))).isEmpty();
        TestResult failed = new TestResult(Samples.failed(), Optional.empty(), List.of());
        assertThat(MissedPeak.of(sweep(Optional.of(new Peak(100, "")), failed))).isEmpty();
    }

    /** Seconds of a rank with one worker; the rest are updates. */
    private static Map<Phase, Double> phases(double swap, double panel, double waiting) {
        return Map.of(Phase.SWAP, swap, Phase.FACTORIZATION, panel, Phase.WAITING, waiting, Phase.DGEMM,
                SECONDS - swap - panel - waiting);
    }

    private static CaseResult test(List<HostPower> hosts, Map<Phase, Double> first, Map<Phase, Double> second) {
        // N is such that 60 GFLOPS take 10 s
        CaseResult shape = Samples.passed(9654, 192, 1, 2, 60, 1e-3);
        return new CaseResult(shape.hplCase(), CheckStatus.PASSED, shape.start(), shape.end(), shape.hplCase().flops() / 60e9,
                Optional.empty(), false, List.of(new RankReport(0, "n0", 1, 0.5, first), new RankReport(1, "n1", 1, 0.5, second)), "")
                .withPower(hosts);
    }

    private static Optional<String> why(CaseResult result, double peak) {
        return MissedPeak.of(sweep(Optional.of(new Peak(peak, "")), new TestResult(result, Optional.empty(), List.of())));
    }

    private static Sweep sweep(Optional<Peak> peak, TestResult test) {
        RunDescription run = Samples.run();
        return new Sweep(new RunDescription(run.version(), run.hosts(), run.transport(), run.map(), peak, List.of(), List.of(), List.of(),
                0), Samples.parameters(16), 1, List.of(test));
    }
}
