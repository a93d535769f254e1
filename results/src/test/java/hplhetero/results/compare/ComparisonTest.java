package hplhetero.results.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.compare.Comparison.By;
import hplhetero.results.compare.MatchedCase.Verdict;
import hplhetero.results.history.Environment;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HostRates;
import hplhetero.results.history.KeptTest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComparisonTest {
    private static List<KeptTest> tests(RunDescription run, CaseResult... results) {
        return KeptTest.of("run", Samples.sweep(run, Samples.parameters(16), List.of(results)), Samples.START);
    }

    private static List<KeptTest> tests(CaseResult... results) {
        return tests(Samples.run(), results);
    }

    /** Repeats of one case, rates separated by blanks; one that is 0 has failed. */
    private static List<KeptTest> rates(String rates) {
        return tests(Arrays.stream(rates.split(" ")).mapToDouble(Double::parseDouble).boxed()
                .map(rate -> Samples.result(Samples.hplCase(200, 16, 1, 4, 16), rate > 0 ? CheckStatus.PASSED : CheckStatus.FAILED,
                        rate > 0 ? rate : 1, null, Samples.START)).toArray(CaseResult[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "100,            100,            0.05, WITHIN_TOLERANCE,  0,      ",
        "100,            95.1,           0.05, WITHIN_TOLERANCE, -0.049, ",
        "100,            94.9,           0.05, SLOWER,           -0.051, ",
        "100,            106,            0.05, FASTER,            0.06,  ",
        "100,            99,             0.005, SLOWER,          -0.01,  ",
        "90 100 110,     91 93 95,       0.05, WITHIN_NOISE,     -0.07, 0.12",
        "99 100 101,     89 90 91,       0.05, SLOWER,           -0.10, 0.02",
        "99 100 101,     97.5,           0.05, WITHIN_TOLERANCE, -0.025, 0.02",
        "90 100 110,     85,             0.05, WITHIN_NOISE,     -0.15, 0.20",
        "100,            80 85 90,       0.05, SLOWER,           -0.15, 0.10",
        "99 101,         110 112,        0.05, FASTER,            0.11, 0.02",
        "100,            0,              0.05, FAILS_NOW,        NaN,  ",
        "100,            100 0,          0.05, FAILS_NOW,        0,    ",
        "0,              100,            0.05, PASSES_NOW,       NaN,  ",
        "0,              0,              0.05, FAILS_STILL,      NaN,  ",
    })
    void shouldJudgeACaseByItsMedianAndItsNoise(String before, String after, double tolerance, Verdict verdict, double change,
            Double noise) {
        Comparison comparison = Comparison.of(By.AUTO, rates(before), rates(after), tolerance);
        assertThat(comparison.matched()).singleElement().satisfies(one -> {
            assertThat(one.verdict()).isEqualTo(verdict);
            assertThat(one.change()).isCloseTo(change, within(1e-9));
            assertThat(one.noise()).isCloseTo(noise == null ? Double.NaN : noise, within(1e-9));
        });
        assertThat(comparison.isWorse()).isEqualTo(verdict == Verdict.SLOWER || verdict == Verdict.FAILS_NOW);
        assertThat(comparison.changes()).isEmpty();
    }

    /** A test whose hosts a, b, c and so on have these rates in updates; a rate of 0 is not known. */
    private static KeptTest onHosts(double... gflops) {
        KeptTest any = rates("100").getFirst();
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        for (int host = 0; host < gflops.length; host++) {
            if (gflops[host] > 0) {
                rates.put(String.valueOf((char) ('a' + host)), gflops[host]);
            }
        }
        return new KeptTest(any.run(), any.test(), any.entry(), any.environment(), new HostRates(rates));
    }

    private static List<HostChange> slowest(List<KeptTest> older, KeptTest newer) {
        return HostChange.slowest(Comparison.of(By.CASE, older, List.of(newer), 0.05).matched().getFirst(), 3);
    }

    @Test
    void shouldNameTheHostsThatLostMost() {
        assertThat(slowest(List.of(onHosts(50, 100, 100, 20), onHosts(54, 100, 90, 20), onHosts(52, 80, 110, 20)), onHosts(52, 70, 90, 20)))
                .as("hosts of unlike speed are compared with themselves, by medians")
                .containsExactly(new HostChange("b", 100, 70), new HostChange("c", 100, 90), new HostChange("d", 20, 20));
        assertThat(slowest(List.of(onHosts(10, 10)), onHosts(9, 20, 30, 25))).as("hosts that only the newer results know come last")
                .containsExactly(new HostChange("a", 10, 9), new HostChange("b", 10, 20), new HostChange("d", Double.NaN, 25));
        assertThat(slowest(rates("100"), onHosts(3, 1, 2))).extracting(HostChange::host).containsExactly("b", "c", "a");
        assertThat(slowest(List.of(onHosts(1, 2)), onHosts(1))).as("one host").isEmpty();
    }

    @Test
    void shouldMatchCasesByVariantFirst() {
        CaseResult ring = Samples.passed(200, 16, 1, 4, 100, 1);
        HplCase c = ring.hplCase();
        HplCase deeper = new HplCase(c.n(), c.nb(), c.p(), c.q(), c.mapping(), 1, c.broadcast(), c.panel(), c.swap(), c.swapThreshold(),
                c.equilibrate(), c.map(), c.threshold());
        CaseResult other = Samples.result(deeper, CheckStatus.PASSED, 200, null, Samples.START);
        assertThat(Comparison.of(By.AUTO, tests(ring, other), tests(other, ring), 0.05).matched()).extracting(MatchedCase::change)
                .containsExactly(0.0, 0.0);
        assertThat(Comparison.of(By.AUTO, tests(ring), tests(other), 0.05).matched()).singleElement().extracting(MatchedCase::verdict)
                .isEqualTo(Verdict.FASTER);
        Comparison comparison = Comparison.of(By.AUTO, tests(ring, other), tests(ring), 0.05);
        assertThat(comparison.matched()).hasSize(1);
        assertThat(comparison.onlyOlder()).singleElement().extracting(test -> test.entry().variant()).isEqualTo(deeper.variantCode());
    }

    @Test
    void shouldListWhatOnlyOneSetHas() {
        Comparison comparison = Comparison.of(By.AUTO, tests(Samples.passed(30, 3, 2, 2, 1, 1), Samples.passed(97, 3, 2, 2, 1, 1)),
                tests(Samples.passed(30, 3, 1, 4, 1, 1), Samples.passed(97, 3, 2, 2, 1, 1), Samples.passed(30, 16, 2, 2, 1, 1)), 0.05);
        assertThat(comparison.matched()).singleElement().extracting(one -> one.sample().n()).isEqualTo(97);
        assertThat(comparison.onlyOlder()).extracting(test -> test.entry().nb()).containsExactly(3);
        assertThat(comparison.onlyNewer()).extracting(test -> test.entry().nb()).containsExactly(3, 16);
        assertThat(comparison.isWorse()).isFalse();
    }

    @Test
    void shouldTellWhatElseChanged() {
        RunDescription run = Samples.run();
        RunDescription other = new RunDescription("0.2.0", run.hosts(), "Open MPI 4.1.4", run.map(), run.peak(), List.of(),
                List.of("other notes"), List.of(new Slowdown(1), new Slowdown(2)), 7);
        List<EnvironmentChange> changes = Comparison.of(By.AUTO, tests(run, Samples.failed()), tests(other, Samples.failed()), 0.05)
                .changes();
        assertThat(changes).containsExactly(
                new EnvironmentChange(Environment.PROGRAM, "hpl-hetero 0.1.0", "hpl-hetero 0.2.0"),
                new EnvironmentChange(Environment.TRANSPORT, "local", "Open MPI 4.1.4"),
                new EnvironmentChange(Environment.CLEARED, "OPENBLAS_CORETYPE=Haswell", ""),
                new EnvironmentChange(Environment.SLOWDOWN, "", "1.000, 2.000"));
        assertThat(changes).noneMatch(EnvironmentChange::isUntold);
    }

    @Test
    void shouldTellWhereBlockColumnsMovedInOneSetOnly() {
        List<EnvironmentChange> changes = Comparison.of(By.AUTO, tests(Samples.watched()), tests(Samples.moved(), Samples.moved()), 0.05)
                .changes();
        assertThat(changes).containsExactly(new EnvironmentChange(Environment.MOVED, "", "block columns changed owners during the test"));
        assertThat(changes).noneMatch(EnvironmentChange::isUntold);
        assertThat(Comparison.of(By.AUTO, tests(Samples.moved()), tests(Samples.watched(), Samples.moved()), 0.05).changes()).isEmpty();
    }

    @Test
    void shouldKnowWhatOneSideDoesNotTell() {
        KeptTest ours = tests(Samples.failed()).getFirst();
        HistoryEntry e = ours.entry();
        KeptTest netlibs = new KeptTest("", 0, e, new Environment(new TreeMap<>(Map.of(Environment.PROGRAM,
                "HPLinpack 2.3", Environment.RANKS, "4"))));
        assertThat(Comparison.of(By.AUTO, List.of(netlibs), List.of(ours), 0.05).changes()).filteredOn(EnvironmentChange::isUntold)
                .extracting(EnvironmentChange::name).containsExactly(Environment.HOSTS, Environment.CPU, Environment.BLAS, Environment.JAVA,
                        Environment.TRANSPORT, Environment.WORKERS, Environment.MAP);
    }

    @Test
    void shouldTakeTheMiddleOfRates() {
        Rates rates = Rates.of(rates("3 1 2 0"));
        assertThat(DoubleStream.of(rates.median(), rates.least(), rates.most()).boxed()).containsExactly(2.0, 1.0, 3.0);
        assertThat(rates.good()).isEqualTo(3);
        assertThat(Rates.of(rates("1 2 4 8")).median()).isEqualTo(3, within(1e-12));
    }
}
