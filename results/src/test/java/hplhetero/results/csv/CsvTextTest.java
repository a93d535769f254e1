package hplhetero.results.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvTextTest {
    private static final String HOSTILE = "a,\"b\"\r\n; 'c'\t\u00e9";

    @TempDir
    private Path folder;

    private List<NamedCsvRecord> written(Sweep sweep) throws Exception {
        Path file = folder.resolve("r.csv");
        Samples.tell(TableReport.csv("a run", file), sweep);
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(Files.readString(file))) {
            return reader.stream().toList();
        }
    }

    @Test
    void shouldWriteARowATest() throws Exception {
        List<NamedCsvRecord> rows = written(Samples.sweep(Samples.parameters(16), List.of(Samples.passed(200, 16, 1, 4, 125.3, 1e-3),
                Samples.skipped("too large"), Samples.failed())));
        assertThat(rows).hasSize(3);
        assertThat(rows.getFirst().getFieldsAsMap()).containsEntry("start", "2026-11-20T12:36:20Z").containsEntry("n", "200")
                .containsEntry("variant", "WR00R2C4").containsEntry("status", "passed").containsEntry("machine", "node1")
                .containsEntry("joules", "").containsEntry("emulated", "false").containsEntry("run", "a run").containsEntry("test", "0");
        assertThat(Double.parseDouble(rows.getFirst().getField("gflops"))).isCloseTo(125.3, within(1e-12));
        assertThat(Double.parseDouble(rows.getFirst().getField("rpeak_share"))).isCloseTo(0.5, within(1e-12));
        assertThat(rows).extracting(row -> row.getField("status")).containsExactly("passed", "skipped", "failed");
    }

    @Test
    void shouldKeepNamesThatMeanIll() throws Exception {
        RunDescription.Host host = new RunDescription.Host(HOSTILE, "", HOSTILE, "", 1, 0, HOSTILE,
                new RunDescription.Provider("p", HOSTILE, 1, ""), List.of(0), 1, "");
        List<NamedCsvRecord> rows = written(Samples.sweep(new RunDescription("1", List.of(host), HOSTILE, "cyclic", Optional.empty(),
                List.of(), List.of(), List.of(new Slowdown(2)), 0), Samples.parameters(16), List.of(Samples.failed())));
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.getField("machine")).isEqualTo(HOSTILE);
            assertThat(row.getField("cpu")).isEqualTo(HOSTILE);
            assertThat(row.getField("transport")).isEqualTo(HOSTILE);
            assertThat(row.getField("rpeak_share")).isEmpty();
            assertThat(row.getField("emulated")).isEqualTo("true");
        });
    }

    /** docs/history.md names each column. */
    @Test
    void shouldHaveTheColumnsThatAreDocumented() throws Exception {
        String documentation = Files.readString(Path.of("..", "docs", "history.md"));
        List<String> columns = List.of(CsvText.of(List.of()).strip().split(","));
        assertThat(columns).hasSizeGreaterThan(20).allSatisfy(column -> assertThat(documentation).contains("`" + column + "`"));
    }
}
