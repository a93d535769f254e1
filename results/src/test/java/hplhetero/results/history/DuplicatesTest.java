package hplhetero.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.netlib.NetlibReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DuplicatesTest {
    private static final Instant SOME_DAY = Instant.parse("2025-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private List<KeptTest> read(String text, Instant written) throws Exception {
        Path file = Files.writeString(folder.resolve("HPL.out"), text);
        return KeptTest.ofNetlib("read", NetlibReader.read(Files.readAllBytes(file), ZoneOffset.UTC), "", written);
    }

    /** A run of ours is in the history before its text is imported. */
    @Test
    void shouldKnowARunOfOursByItsText() throws Exception {
        CaseResult moment = Samples.result(Samples.hplCase(200, 16, 1, 4, 16), Samples.failed().status(), 123.456789, null,
                Samples.START.plusNanos(123456789));
        Sweep sweep = Samples.sweep(Samples.parameters(16), List.of(moment, Samples.skipped("too large"), Samples.passed(30, 3, 2, 2, 1,
                1)));
        List<KeptTest> kept = KeptTest.of("ours", sweep, Samples.START);
        assertThat(new Duplicates(kept).withoutThem(read(Samples.netlibText(sweep), SOME_DAY))).isEmpty();
        assertThat(new Duplicates(List.of()).withoutThem(kept)).isEqualTo(kept);
    }

    @Test
    void shouldTellTestsApartByTimeRateAndCase() throws Exception {
        List<KeptTest> kept = KeptTest.of("ours", Samples.sweep(Samples.parameters(16), List.of(Samples.passed(30, 3, 2, 2, 1, 1))),
                Samples.START);
        CaseResult later = Samples.result(Samples.hplCase(30, 3, 2, 2, 16), Samples.failed().status(), 1, null,
                Samples.START.plusSeconds(1));
        CaseResult faster = Samples.passed(30, 3, 2, 2, 1.01, 1);
        CaseResult other = Samples.passed(30, 4, 2, 2, 1, 1);
        List<KeptTest> tests = KeptTest.of("more", Samples.sweep(Samples.parameters(16), List.of(later, faster, other)), Samples.START);
        assertThat(new Duplicates(kept).withoutThem(tests)).isEqualTo(tests);
    }

    /** Where the text does not say when a test ran, a copy of the file has another time. */
    @Test
    void shouldKnowTestsWithoutATime() throws Exception {
        String text = """
                HPLinpack 2.0  --  High-Performance Linpack benchmark  --   September 10, 2008
                WR11C2R4          97    16     1     1               0.00              4.902e+00
                ||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=        0.0119625 ...... PASSED
                """;
        List<KeptTest> kept = read(text, SOME_DAY);
        assertThat(kept.getFirst().entry().start()).isEqualTo(SOME_DAY);
        assertThat(new Duplicates(kept).withoutThem(read(text, Samples.START))).isEmpty();
    }

    /** Repeats of a tiny case may be equal to the last digit. */
    @Test
    void shouldTakeEachKeptTestOnce() throws Exception {
        List<KeptTest> twice = KeptTest.of("ours", Samples.sweep(Samples.parameters(16), List.of(Samples.failed(), Samples.failed())),
                Samples.START);
        assertThat(new Duplicates(twice.subList(0, 1)).withoutThem(twice)).containsExactly(twice.get(1));
    }
}
