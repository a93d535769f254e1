package hplhetero.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.HostTrait;
import hplhetero.results.csv.SheetCsv;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

final class SubmissionSheetTest {
    private static final Instant START = Instant.parse("2026-11-20T12:36:20.5Z");

    private static KeptTest test(String hosts, int n, double gflops, CheckStatus status, Map<String, String> more) {
        SequencedMap<String, String> facts = new LinkedHashMap<>();
        facts.put(Environment.HOSTS, hosts);
        facts.put(Environment.CPU, "EPYC");
        facts.putAll(more);
        return new KeptTest("run", 0, new HistoryEntry(START, "hpl-hetero 1", hosts, "EPYC", 4, "WR11R2R4", n, 192, 2, 2, 100, gflops,
                gflops / 1250, 50_000, status), new Environment(facts));
    }

    private static KeptTest passed(int n, double gflops) {
        return test("a, b", n, gflops, CheckStatus.PASSED, Map.of(Environment.CORES, "128", HostTrait.NETWORK.words(), "ib0 200 Gb/s",
                Environment.TRANSPORT, "mpi", Environment.METER, "hwmon: power_meter"));
    }

    private static String value(SubmissionSheet sheet, String name) {
        return sheet.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow().value();
    }

    private static String note(SubmissionSheet sheet, String name) {
        return sheet.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow().note();
    }

    /** Half of 1000 GFLOPS lies at a quarter of the way from 400 to 800. */
    @Test
    void shouldFillTheSheetOfTheFastestTest() {
        SubmissionSheet sheet = SubmissionSheet.of(List.of(passed(80_000, 1000), passed(10_000, 400), passed(10_000, 350),
                passed(20_000, 800), test("a, b", 90_000, 2000, CheckStatus.FAILED, Map.of()),
                test("c", 30_000, 10, CheckStatus.PASSED, Map.of()))).orElseThrow();
        assertThat(sheet.text()).contains("nodes:", "Rmax:             1000 GFLOPS (WR11R2R4 NB=192 P=2 Q=2, began 2026-11-20T12:36:20Z)\n",
                "Nmax:             80000 (solved in 100 s)\n", "Rpeak:            1250 GFLOPS (Rmax is 80.0 % of it)\n",
                "power:            500 W (average over the entire core phase, by hwmon: power_meter)\n",
                "core phase:       2026-11-20T12:36:20.500Z/2026-11-20T12:38:00.500Z (", "efficiency:       2 GFLOPS/W\n",
                "interconnect:     ib0 200 Gb/s (messages by mpi)\n", "memory:           not known (of all nodes)\n");
        assertThat(value(sheet, "nodes")).isEqualTo("2");
        assertThat(value(sheet, "cores")).isEqualTo("128");
        assertThat(value(sheet, "N1/2")).isEqualTo("12500");
        assertThat(note(sheet, "N1/2")).isEqualTo("interpolated from results of 3 values of N; left out: 2 results of other "
                + "machines, or not passed");
        assertThat(note(sheet, "idle power")).contains("--idle-power");
    }

    @Test
    void shouldSayWhatIsMissingForHalfOfRmax() {
        SubmissionSheet sheet = SubmissionSheet.of(List.of(passed(80_000, 1000), passed(40_000, 900))).orElseThrow();
        assertThat(value(sheet, "N1/2")).isEmpty();
        assertThat(note(sheet, "N1/2")).isEqualTo("no result is below half of Rmax; the smallest, N=40000, is above: add results of "
                + "smaller N, such as ./hpl run -N 2500,5000,10000");
    }

    /** The rate falls below half again at 30,000, so N1/2 is above. */
    @Test
    void shouldTakeTheLargestNWhereRatesPassHalf() {
        assertThat(HalfRate.of(List.of(passed(10_000, 400).entry(), passed(20_000, 600).entry(), passed(30_000, 450).entry(),
                passed(40_000, 550).entry(), passed(80_000, 1000).entry())).n()).isEqualTo(35_000);
    }

    /** A test of another, faster, order may be too small for any list, but it is Rmax: nothing above it tells half. */
    @Test
    void shouldSayThatTheLargestNIsTooSlow() {
        assertThat(HalfRate.of(List.of(passed(10_000, 1000).entry(), passed(20_000, 300).entry())).missing())
                .isEqualTo("the rate of the largest N=20000 is below half of Rmax: repeat it");
    }

    @Test
    void shouldTakeNoTestThatIsNoResultForAList() {
        assertThat(SubmissionSheet.of(List.of(test("a", 10, 1, CheckStatus.UNCHECKED, Map.of()), test("a", 10, 1, CheckStatus.PASSED,
                Map.of(Environment.SLOWDOWN, "2")), test("a", 10, 1, CheckStatus.PASSED, Map.of(Environment.RESUMED, "once"))))).isEmpty();
    }

    @Test
    void shouldWriteARowForEachEntry() {
        SubmissionSheet sheet = SubmissionSheet.of(List.of(passed(80_000, 1000))).orElseThrow();
        assertThat(SheetCsv.of(sheet).lines()).startsWith("entry,value,unit,note", "computer,\"a, b\",,").hasSize(sheet.rows().size() + 1)
                .contains("Nmax,80000,,solved in 100 s", "efficiency,2,GFLOPS/W,");
    }
}
