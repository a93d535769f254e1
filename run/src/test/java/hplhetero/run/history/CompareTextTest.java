package hplhetero.run.history;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.compare.Comparison;
import hplhetero.results.compare.Comparison.By;
import hplhetero.results.format.Page;
import hplhetero.results.history.Environment;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HostRates;
import hplhetero.results.history.KeptTest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CompareTextTest {
    private static Results results(String name, double gflops, Map<String, Double> hosts) {
        HistoryEntry entry = new HistoryEntry(Instant.parse("2026-11-29T12:00:00Z"), "hpl-hetero 1", "n1 + 1", "EPYC", 4, "WR11R2R4",
                60_000, 192, 2, 2, 100, gflops, Double.NaN, Double.NaN, CheckStatus.PASSED);
        return new Results(name, List.of(new KeptTest(name, 0, entry, new Environment(new LinkedHashMap<>()),
                new HostRates(new TreeMap<>(hosts)))));
    }

    private static String compared(Results before, Results after) {
        return CompareText.of(before, after, Comparison.of(By.AUTO, before.tests(), after.tests(), 0.05), 0.05, Page.ENDLESS);
    }

    @Test
    void shouldNameTheFiveHostsThatLostMost() {
        Results before = results("old.json", 500, Map.of("a", 100.0, "b", 100.0, "c", 100.0, "d", 100.0, "e", 100.0, "f", 100.0));
        Results after = results("new.json", 400, Map.of("a", 99.0, "b", 98.0, "c", 97.0, "d", 96.0, "e", 95.0, "f", 70.0));
        assertThat(compared(before, after)).contains("""
                slowest hosts, GFLOPS in the updates of N=60000 NB=192 2x2 WR11R2R4
                host  old  new   change
                f     100   70  -30.0 %
                """).contains("\nb     100   98   -2.0 %\n").doesNotContain("\na ");
        assertThat(compared(results("old.json", 500, Map.of()), after)).contains("\nf       -   70       -\n");
    }

    @Test
    void shouldNameNoHostsWhereTheRatesOfTwoAreNotKnown() {
        assertThat(compared(results("old", 500, Map.of()), results("new", 400, Map.of("a", 1.0)))).doesNotContain("slowest");
    }
}
