package hplhetero.results.netlib;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.Residual;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetlibReportTest {
    private static final int BANNER = 6;
    private static final Sweep SWEEP = Samples.sweep(Samples.parameters(16), List.of());

    private static List<String> lines(double threshold, CaseResult... results) {
        return Samples.netlibText(Samples.parameters(threshold), List.of(results)).lines().toList();
    }

    @Test
    void shouldEqualNetlibsOutputOutsideTheBanner() {
        List<String> netlib = Samples.lines("sample.out");
        List<String> ours = lines(16, Samples.sample().toArray(CaseResult[]::new));
        assertThat(ours.subList(BANNER, ours.size())).containsExactlyElementsOf(netlib.subList(BANNER, netlib.size()));
        assertThat(ours.getFirst()).isEqualTo(netlib.getFirst());
        assertThat(ours.get(BANNER - 1)).isEqualTo(netlib.get(BANNER - 1));
        assertThat(ours.subList(1, BANNER - 1)).noneMatch(line -> line.startsWith("W")).allMatch(l -> l.length() <= 80);
    }

    @Test
    void shouldEqualNetlibsOutputOfAFailedTest() {
        List<String> netlib = Samples.lines("sample-failed.out");
        List<String> ours = lines(1e-9, Samples.failed());
        assertThat(ours.subList(ours.size() - netlib.size(), ours.size())).containsExactlyElementsOf(netlib);
        assertThat(ours).contains(
                "- Computational tests pass if scaled residuals are less than                 0.0");
    }

    @Test
    void shouldEqualNetlibsOutputWithoutChecks() {
        List<String> netlib = Samples.lines("sample-unchecked.out");
        List<String> ours = lines(0, Samples.unchecked());
        assertThat(ours.subList(ours.size() - netlib.size(), ours.size())).containsExactlyElementsOf(netlib);
        assertThat(ours).noneMatch(line -> line.contains("residual check"))
                .containsSequence("ALIGN  : 8 double precision words", "", "=".repeat(80), netlib.getFirst());
    }

    @Test
    void shouldPutTitlesBeforeTheFirstRowOnlyWhenNothingIsChecked() {
        assertThat(lines(0, Samples.unchecked(), Samples.unchecked()))
                .filteredOn(line -> line.startsWith("T/V  ")).hasSize(2);
        assertThat(lines(0, Samples.unchecked(), Samples.unchecked())).filteredOn(line -> line.startsWith("T/V     "))
                .hasSize(1);
    }

    @Test
    void shouldWrapLongListsAsNetlibDoes() {
        List<Integer> twenty = IntStream.rangeClosed(1, 20).boxed().toList();
        SweepParameters p = new SweepParameters(twenty, List.of(1, 2, 3, 4, 5, 6, 7, 8), ProcessMapping.COLUMN_MAJOR,
                List.of(1), List.of(1), List.of(Factorization.values()), List.of(4), List.of(2),
                Collections.nCopies(9, Factorization.LEFT), List.of(BroadcastAlgorithm.values()), List.of(0),
                SwapAlgorithm.SPREAD_ROLL, 64, false, false, false, 4, 16);
        assertThat(Samples.netlibText(p, List.of())).contains("""
                N      :       1        2        3        4        5        6        7        8\s
                               9       10       11       12       13       14       15       16\s
                              17       18       19       20\s
                NB     :       1        2        3        4        5        6        7        8\s
                PMAP   : Column-major process mapping
                """, """
                PFACT  :    Left    Crout    Right\s
                """, """
                RFACT  :    Left     Left     Left     Left     Left     Left     Left     Left\s
                            Left\s
                BCAST  :   1ring   1ringM    2ring   2ringM    Blong   BlongM\s
                """, """
                SWAP   : Spread-roll (long)
                L1     : no-transposed form
                U      : no-transposed form
                EQUIL  : no
                ALIGN  : 4 double precision words
                """);
    }

    @Test
    void shouldCountASkippedTestAndSayWhy() {
        List<String> ours = lines(16, Samples.passed(30, 3, 2, 2, 1, 1e-3),
                Samples.skipped("rank 1 needs 300 GiB,\n24 GiB available: all PASSED tests stay"));
        assertThat(ours).containsSequence("HPL ERROR from process # 0, in function HPL_pdtest:",
                ">>> WR00R2C4 N=200000 NB=192 P=1 Q=2: rank 1 needs 300 GiB, 24 GiB available: all passed tests stay."
                        + " Skip. <<<", "");
        assertThat(ours).containsSequence("Finished      2 tests with the following results:",
                "              1 tests completed and passed residual checks,",
                "              0 tests completed and failed residual checks,",
                "              1 tests skipped because of illegal input values.");
        assertThat(ours).filteredOn(line -> line.startsWith("W")).hasSize(1);
    }

    /** It stands whatever happens in the check, and the text is no other in the end. */
    @Test
    void shouldWriteTheRowBeforeTheCheck() {
        CaseResult first = Samples.passed(200, 3, 1, 4, 1, 1e-3);
        CaseResult result = Samples.checking().checked(CheckStatus.PASSED, first.residual().orElseThrow());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        NetlibReport report = new NetlibReport(new PrintStream(out), ZoneOffset.UTC);
        report.begins(SWEEP);
        report.finished(TestResult.of(first), SWEEP);
        report.solved(TestResult.of(Samples.checking()), SWEEP);
        assertThat(out.toString().lines().toList()).endsWith(
                "WR00R2C4         200    16     1     4               0.00             6.0816e+00",
                "HPL_pdgesv() start time Fri Nov 20 12:36:20 2026", "",
                "HPL_pdgesv() end time   Fri Nov 20 12:36:20 2026", "");
        report.finished(TestResult.of(result), SWEEP);
        report.finished(TestResult.of(first), SWEEP);
        report.ends(SWEEP);
        assertThat(out).hasToString(Samples.netlibText(Samples.parameters(16), List.of(first, result, first)));
        report = new NetlibReport(new PrintStream(out), ZoneOffset.UTC);
        report.begins(SWEEP);
        report.solved(TestResult.of(Samples.checking()), SWEEP);
        report.ends(SWEEP);
        assertThat(out.toString()).endsWith(Samples.netlibText(Samples.parameters(16), List.of()).lines().skip(BANNER)
                .dropWhile(line -> !line.startsWith("Finished      0 tests")).map(line -> line + "\n").collect(Collectors.joining()));
    }

    @Test
    void shouldPrintAnEmptyProblemAsAPassedTest() {
        CaseResult empty = new CaseResult(Samples.hplCase(0, 1, 1, 1, 16), CheckStatus.PASSED, Samples.START,
                Samples.START, 2e-6, Optional.of(new Residual(0, 0, 0, 0, 0, 0, 0, 0)), false,
                Samples.ranks(1), "");
        assertThat(lines(16, empty)).contains(
                "WR00R2C4           0     1     1     1               0.00             0.0000e+00",
                "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   0.00000000e+00 ...... PASSED");
    }

    @Test
    void shouldPrintNanAndInfinityAsCDoes() {
        Residual broken = new Residual(Double.NaN, Double.POSITIVE_INFINITY, 1, 1, Double.NaN, 1, 1, 0);
        assertThat(lines(16, Samples.result(Samples.hplCase(30, 3, 2, 2, 16), CheckStatus.FAILED, 1, broken,
                Samples.START))).contains(
                "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=              nan ...... FAILED",
                "||Ax-b||_oo  . . . . . . . . . . . . . . . . . =                inf",
                "||x||_oo . . . . . . . . . . . . . . . . . . . =                nan",
                "              1 tests completed and failed residual checks,");
    }

    @Test
    void shouldPadTheDayAsCtimeDoes() {
        CaseResult early = Samples.result(Samples.hplCase(30, 3, 2, 2, 16), CheckStatus.FAILED, 1, null,
                Instant.parse("2027-09-05T03:04:05Z"));
        assertThat(lines(16, early)).contains("HPL_pdgesv() start time Sun Sep  5 03:04:05 2027");
    }

    @Test
    void shouldNotDependOnTheMachinesLanguage() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(lines(16, Samples.sample().toArray(CaseResult[]::new)))
                    .endsWith(Samples.lines("sample.out").stream().skip(BANNER).toArray(String[]::new));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldCloseEarlyFromAnotherThreadAndOnlyOnce() {
        String text = Samples.printed(out -> {
            NetlibReport report = new NetlibReport(out, ZoneOffset.UTC);
            report.begins(SWEEP);
            report.finished(TestResult.of(Samples.passed(30, 3, 2, 2, 1, 1e-3)), SWEEP);
            Thread stopping = Thread.ofPlatform().start(() -> report.ends(SWEEP));
            try {
                stopping.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            report.finished(TestResult.of(Samples.passed(200, 3, 2, 2, 1, 1e-3)), SWEEP);
            report.begins(SWEEP);
            report.ends(SWEEP);
        });
        assertThat(text.lines()).filteredOn(line -> line.startsWith("WR")).hasSize(1);
        assertThat(text).containsOnlyOnce("Finished      1 tests").endsWith("End of Tests.\n" + "=".repeat(80) + "\n");
    }

    @Test
    void shouldWriteNothingWhenStoppedBeforeTheStart() {
        assertThat(Samples.printed(out -> {
            NetlibReport report = new NetlibReport(out);
            report.ends(SWEEP);
            report.begins(SWEEP);
        })).isEmpty();
    }
}
