package hplhetero.results.text;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.text.Verdict.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static Verdict of(int requested, CaseResult... results) {
        return Verdict.of(new Sweep(Samples.run(), Samples.parameters(16), requested, Stream.of(results).map(TestResult::of).toList()));
    }

    @Test
    void shouldTellRateShareOrderAndSecondsOfOneTest() {
        assertThat(of(1, Samples.passed(12160, 192, 2, 2, 77.54, 1e-3)))
                .isEqualTo(new Verdict(Kind.GOOD, "PASSED", "77.5 GFLOPS, 31 % of Rpeak, N=12160, 15.5 s"));
        assertThat(of(1, Samples.unchecked())).isEqualTo(new Verdict(Kind.MIXED, "NOT CHECKED",
                "0.0283 GFLOPS, 0.0 % of Rpeak, N=30, 0.000684 s"));
    }

    @Test
    void shouldNameTheHostWithWrongNumbers() {
        assertThat(of(1, Samples.ended())).isEqualTo(new Verdict(Kind.BAD, "FAILED", "wrong numbers on rank 2 of node1, N=1000, 0 s"));
        assertThat(of(1, Samples.corrected()).about()).endsWith("; bits were flipped on purpose");
    }

    @Test
    void shouldTellWhyInShort() {
        assertThat(of(1, Samples.failed())).isEqualTo(new Verdict(Kind.BAD, "FAILED",
                "residual 8.38e-03, not below 0.0, N=30, 0.000545 s"));
        assertThat(of(1, Samples.skipped("rank 1 on b did not get the 300 GiB it needs: choose a smaller N")))
                .isEqualTo(new Verdict(Kind.BAD, "SKIPPED", "N=200000: rank 1 on b did not get the 300 GiB it needs"));
    }

    @Test
    void shouldNotPassWhereNothingWasSolved() {
        CaseResult nothing = Samples.result(Samples.hplCase(0, 1, 1, 1, 16), CheckStatus.PASSED, 1, null, Samples.START);
        assertThat(of(1, nothing)).isEqualTo(new Verdict(Kind.MIXED, "NOTHING SOLVED", "N=0, 1 of 1"));
        assertThat(of(2, nothing, Samples.passed(12160, 192, 2, 2, 77.5, 1e-3)).word()).isEqualTo("PASSED");
    }

    @Test
    void shouldCountTheTestsOfASweepAndNameItsBest() {
        CaseResult best = Samples.passed(12160, 192, 2, 2, 77.5, 1e-3);
        assertThat(of(3, Samples.passed(30, 3, 2, 2, 1, 1e-3), best, Samples.skipped("no memory"))).isEqualTo(new Verdict(Kind.MIXED,
                "PASSED", "2 of 3, 1 skipped, best 77.5 GFLOPS, 31 % of Rpeak, N=12160 NB=192 2x2"));
        assertThat(of(2, Samples.failed(), best).about()).startsWith("1 of 2, 1 failed, best 77.5 GFLOPS");
        assertThat(of(2, Samples.failed(), Samples.failed())).isEqualTo(new Verdict(Kind.BAD, "FAILED", "2 of 2"));
        assertThat(of(2, best, Samples.passed(30, 3, 2, 2, 1, 1e-3)).kind()).isEqualTo(Kind.GOOD);
    }

    @Test
    void shouldTellMedianAndSpreadOfRepeats() {
        assertThat(of(3, Samples.passed(30, 3, 2, 2, 9, 1e-3), Samples.passed(30, 3, 2, 2, 11, 1e-3),
                Samples.passed(30, 3, 2, 2, 10, 1e-3)).about())
                .isEqualTo("3 of 3, median 10 GFLOPS, 4 % of Rpeak (spread 20.0 %), N=30 NB=3 2x2");
        assertThat(of(4, Samples.passed(30, 3, 2, 2, 9, 1e-3), Samples.passed(30, 4, 2, 2, 8, 1e-3),
                Samples.passed(30, 3, 2, 2, 7, 1e-3), Samples.passed(30, 4, 2, 2, 6, 1e-3)).about())
                .isEqualTo("4 of 4, no clear best: N=30 NB=3 2x2 and N=30 NB=4 2x2 are within the spread, 8 GFLOPS, 3 % of Rpeak");
    }

    @Test
    void shouldTellHowFarABrokenRunCame() {
        assertThat(of(2, Samples.checking())).isEqualTo(new Verdict(Kind.BROKEN_OFF, "BROKEN OFF",
                "after 0 of 2 tests, N=200 solved and not checked"));
        assertThat(of(3, Samples.passed(30, 3, 2, 2, 1, 1e-3))).isEqualTo(new Verdict(Kind.BROKEN_OFF, "BROKEN OFF",
                "after 1 of 3 tests, 1 passed, 1 GFLOPS, 0.4 % of Rpeak, N=30 NB=3 2x2"));
        assertThat(of(1).about()).isEqualTo("after 0 of 1 test");
    }

    @Test
    void shouldSayThatRanksWereSlowed() {
        RunDescription r = Samples.run();
        RunDescription slowed = new RunDescription(r.version(), r.hosts(), r.transport(), r.map(), r.peak(), List.of(), List.of(),
                List.of(new Slowdown(2)), 0);
        assertThat(Verdict.of(Samples.sweep(slowed, Samples.parameters(16), List.of(Samples.passed(30, 3, 2, 2, 5, 1e-3)))).about())
                .startsWith("5 GFLOPS (slowdown emulated), 2 % of Rpeak, N=30");
    }
}
