package hplhetero.results.netlib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.Page;
import hplhetero.results.history.Environment;
import hplhetero.results.history.KeptTest;
import hplhetero.results.text.ExtrasReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class NetlibReaderTest {
    @TempDir
    private Path folder;

    private List<NetlibTest> read(String text) throws IOException {
        return NetlibReader.read(text.getBytes(StandardCharsets.UTF_8), ZoneOffset.UTC);
    }

    private List<NetlibTest> sample(String name) throws IOException {
        return read(String.join("\n", Samples.lines(name)) + "\n");
    }

    @Test
    void shouldReadWhatNetlibHpl23Wrote() throws Exception {
        List<NetlibTest> tests = sample("sample.out");
        assertThat(tests).hasSize(8).allSatisfy(test -> {
            assertThat(test.program()).isEqualTo("HPLinpack 2.3");
            assertThat(test.status()).isEqualTo(CheckStatus.PASSED);
            assertThat(test.variant()).isEqualTo("WR00R2C4");
            assertThat(test.start()).contains(Samples.START);
            assertThat(test.host()).isEmpty();
        });
        NetlibTest last = tests.getLast();
        assertThat(List.of(last.n(), last.nb(), last.p(), last.q())).containsExactly(200, 16, 1, 4);
        assertThat(last.gflops()).isEqualTo(6.0816);
        assertThat(last.seconds()).as("that of the rate, where the text has 0.00").isEqualTo(5393333.333 / 6.0816e9, within(1e-7));
    }

    @Test
    void shouldReadWhatFailedAndWhatWasNotChecked() throws Exception {
        assertThat(sample("sample-failed.out")).singleElement().extracting(NetlibTest::status).isEqualTo(CheckStatus.FAILED);
        assertThat(sample("sample-unchecked.out")).singleElement().extracting(NetlibTest::status).isEqualTo(CheckStatus.UNCHECKED);
    }

    /** HPL 2.0 writes no times; HPCC around it does, and its host. */
    @Test
    void shouldReadWhatHpccWrote() throws Exception {
        List<NetlibTest> tests = sample("hpccoutf.txt");
        assertThat(tests).extracting(NetlibTest::n).containsExactly(97, 200);
        assertThat(tests).allSatisfy(test -> {
            assertThat(test.program()).isEqualTo("HPLinpack 2.0");
            assertThat(test.host()).isEqualTo("vm");
            assertThat(test.start()).contains(Instant.ofEpochSecond(1795701822));
            assertThat(test.status()).isEqualTo(CheckStatus.PASSED);
        });
    }

    @Test
    void shouldReadIntelsNvidiasAndTheFirstHpl() throws Exception {
        List<NetlibTest> tests = read("""
                HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018
                - The following scaled residual check will be computed:
                n1             : Column=000192 Fraction=0.005 Kernel=    0.00 Mflops=    7.52
                WC00C2R2        1000   192     4     4             218.53            3.05759e-03
                HPL_pdgesv() start time Thu Mar 21 09:16:19 2024

                ||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   5.58840572e-03 ...... PASSED
                HPL-NVIDIA 23.5.0  -- NVIDIA accelerated HPL benchmark -- NVIDIA
                T/V                N    NB     P     Q         Time          Gflops (   per GPU)
                WC0           571392  1024     4     8        98.05       1.268e+06 ( 3.964e+04)

                HPL_pdgesv() start time Sat Feb  5 23:36:43 2025
                ||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   0.000343347104 ...... PASSED
                HPLinpack 1.0  --  High-Performance Linpack benchmark  --  September 27, 2000
                WR00L2L2        2000    80     2     2               2.04              2.612e+00
                ||Ax-b||_oo / ( eps * ||A||_1  * N        ) =        0.0527123 ...... PASSED
                ||Ax-b||_oo / ( eps * ||A||_1  * ||x||_1  ) =       17.0139123 ...... FAILED
                ||Ax-b||_oo / ( eps * ||A||_oo * ||x||_oo ) =        0.0026123 ...... PASSED
                """);
        assertThat(tests).extracting(NetlibTest::program).containsExactly("HPLinpack 2.3", "HPL-NVIDIA 23.5.0", "HPLinpack 1.0");
        assertThat(tests).extracting(NetlibTest::gflops).containsExactly(3.05759e-03, 1.268e6, 2.612);
        assertThat(tests).extracting(NetlibTest::seconds).containsExactly(218.53, 98.05, 2.04);
        assertThat(tests).extracting(NetlibTest::status).containsExactly(CheckStatus.PASSED, CheckStatus.PASSED, CheckStatus.FAILED);
        assertThat(tests.get(1).start()).contains(Instant.parse("2025-02-05T23:36:43Z"));
        assertThat(tests.get(2).start()).isEmpty();
    }

    @Test
    void shouldTakeTimesForThoseOfTheZone() throws Exception {
        Path file = Files.writeString(folder.resolve("HPL.out"), """
                WC0           571392  1024     4     8        98.05       1.268e+06
                HPL_pdgesv() start time Sat Feb  5 23:36:43 2025
                """);
        assertThat(NetlibReader.read(Files.readAllBytes(file), ZoneId.of("America/New_York")).getFirst().start())
                .contains(Instant.parse("2025-02-06T04:36:43Z"));
    }

    static Stream<Arguments> ours() {
        return Stream.of(
                Arguments.of("passed", 16.0, Samples.sample()),
                Arguments.of("failed", 1e-9, List.of(Samples.failed())),
                Arguments.of("unchecked", 0.0, List.of(Samples.unchecked(), Samples.unchecked())),
                Arguments.of("skipped between others", 16.0, List.of(Samples.passed(30, 3, 2, 2, 1.25, 1e-3),
                        Samples.skipped("rank 1 needs 300 GiB,\n24 GiB available: all PASSED tests stay"),
                        Samples.passed(97, 16, 1, 4, 2.5, 1e-3))),
                Arguments.of("an empty problem", 16.0, List.of(Samples.passed(0, 1, 1, 1, 1, 0))),
                Arguments.of("steps chosen", 16.0, List.of(Samples.chosen())));
    }

    /** Whatever our report writes is read back, with and without our own lines behind it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("ours")
    void shouldReadBackWhatWeWrite(String name, double threshold, List<CaseResult> results) throws Exception {
        Sweep sweep = Samples.sweep(Samples.parameters(threshold), results);
        String plain = Samples.netlibText(sweep);
        String whole = plain + Samples.printed(out -> new ExtrasReport(out).ends(sweep));
        assertSame(read(plain), results);
        List<NetlibTest> tests = read(whole);
        assertSame(tests, results);
        assertThat(tests).allSatisfy(test -> {
            assertThat(test.program()).isEqualTo("hpl-hetero 0.1.0");
            assertThat(test.host()).isEqualTo("node1");
            assertThat(test.cpu()).isEqualTo("AMD EPYC 9B45");
            assertThat(test.slowdown()).isEmpty();
        });
    }

    private static void assertSame(List<NetlibTest> tests, List<CaseResult> results) {
        assertThat(tests).hasSameSizeAs(results);
        for (int i = 0; i < results.size(); i++) {
            CaseResult result = results.get(i);
            HplCase c = result.hplCase();
            NetlibTest test = tests.get(i);
            assertThat(List.of(test.variant(), test.n(), test.nb(), test.p(), test.q(), test.status()))
                    .isEqualTo(List.of(c.variantCode(), c.n(), c.nb(), c.p(), c.q(), result.status()));
            assertThat(test.gflops()).isCloseTo(result.gflops(), within(1e-4 * result.gflops()));
            assertThat(test.seconds()).isCloseTo(result.seconds(), within(0.005));
            assertThat(test.start().isPresent()).isEqualTo(result.start() != null);
        }
    }

    @Test
    void shouldSeeThatRanksWereSlowedAndThatATextWasCutOff() throws Exception {
        SweepParameters parameters = Samples.parameters(16);
        RunDescription run = Samples.run();
        RunDescription slowed = new RunDescription(run.version(), run.hosts(), run.transport(), run.map(), run.peak(),
                run.clearedEnvironment(), run.notes(), List.of(new Slowdown(1.5), Slowdown.parse("3@10s:2")), 0);
        Sweep sweep = Samples.sweep(slowed, parameters, List.of(Samples.passed(30, 3, 2, 2, 1.25, 1e-3)));
        assertThat(read(Samples.netlibText(sweep) + Samples.printed(out -> new ExtrasReport(out).ends(sweep))).getFirst().slowdown())
                .isEqualTo("1.5, 3@10s:2");
        String cut = Samples.printed(out -> {
            NetlibReport report = new NetlibReport(out, ZoneOffset.UTC);
            report.begins(sweep);
            report.solved(TestResult.of(Samples.checking()), sweep);
        });
        assertThat(read(cut)).singleElement().extracting(NetlibTest::status).isEqualTo(CheckStatus.CHECKING);
    }

    /** Of the tests of one text, and also where lines are folded. */
    @Test
    void shouldReadOfWhichTestsBlockColumnsMoved() throws Exception {
        CaseResult still = Samples.passed(200, 16, 1, 4, 2, 1e-3);
        Sweep sweep = Samples.sweep(Samples.parameters(16), List.of(still, Samples.moved(), Samples.passed(8000, 160, 2, 2, 90, 1e-3)));
        for (Page page : List.of(Page.ENDLESS, new Page(80, false))) {
            assertThat(read(Samples.netlibText(sweep) + Samples.printed(out -> new ExtrasReport(out, page).ends(sweep))))
                    .extracting(NetlibTest::moved).containsExactly(false, true, false);
        }
        List<NetlibTest> tests = read(Samples.netlibText(sweep) + Samples.printed(out -> new ExtrasReport(out).ends(sweep)));
        assertThat(KeptTest.ofNetlib("run", tests, "", Samples.START)).extracting(KeptTest::environment)
                .extracting(facts -> facts.fact(Environment.MOVED))
                .isEqualTo(KeptTest.of("run", sweep, Samples.START).stream().map(test -> test.environment().fact(Environment.MOVED))
                        .toList());
    }

    @Test
    void shouldFindNothingInOtherTexts() throws Exception {
        assertThat(read("")).isEmpty();
        assertThat(read("||Ax-b||_oo/(...)= 1 ...... PASSED\nHPL_pdgesv() start time Thu Mar 21 09:16:19 2024\n")).isEmpty();
        assertThat(read("WR00L2L2 99999999999 80 2 2 2.04 2.612e+00\nWR00L2L2 x 80 2 2 2.04 2.612e+00\n")).isEmpty();
        Path binary = Files.write(folder.resolve("b"), new byte[] {0, -1, (byte) 0xfe, 10, 'W', 'R', 13});
        assertThat(NetlibReader.read(Files.readAllBytes(binary), ZoneOffset.UTC)).isEmpty();
    }
}
