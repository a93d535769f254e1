package hplhetero.results.csv;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Slowdown;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.results.history.KeptTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MarkdownTextTest {
    @TempDir
    private Path folder;

    private List<String> written(Sweep sweep) throws Exception {
        Path file = folder.resolve("r.md");
        Samples.tell(TableReport.markdown("a run", file), sweep);
        return Files.readAllLines(file);
    }

    private static List<String> cells(String row) {
        return List.of(row.substring(2, row.length() - 2).split(" \\| ", -1));
    }

    @Test
    void shouldLeaveOutColumnsOfWhichNothingIsKnown() throws Exception {
        List<String> lines = written(Samples.sweep(Samples.parameters(16), List.of(Samples.passed(200, 16, 1, 4, 125.3, 1e-3))));
        assertThat(lines).hasSize(3);
        assertThat(cells(lines.getFirst())).containsExactly("machine", "GFLOPS", "N", "NB", "P", "Q", "time, s", "residual", "result");
        assertThat(lines.get(1)).isEqualTo("|---|---:|---:|---:|---:|---:|---:|---:|---|");
        assertThat(cells(lines.get(2))).startsWith("node1, " + Samples.host("node1", List.of(0)).cpuModel(), "125.3", "200", "16", "1", "4")
                .endsWith("1.00e-03", "passed");
    }

    @Test
    void shouldHaveWattsWhereEnergyWasMetered() throws Exception {
        Sweep sweep = Samples.sweep(Samples.parameters(16), List.of(Samples.meteredWholly(), Samples.skipped("too large")));
        KeptTest metered = KeptTest.of("a run", sweep, Samples.START).getFirst();
        List<String> lines = written(sweep);
        assertThat(cells(lines.getFirst())).startsWith("machine", "GFLOPS", "W", "GFLOPS/W", "N");
        double watts = metered.entry().joules() / metered.entry().seconds();
        assertThat(Double.parseDouble(cells(lines.get(2)).get(2)) / watts).isBetween(0.999, 1.001);
        assertThat(Double.parseDouble(cells(lines.get(2)).get(3)) * watts / metered.entry().gflops()).isBetween(0.999, 1.001);
        assertThat(cells(lines.get(3)).subList(1, 4)).containsExactly("", "", "");
        assertThat(lines.get(3)).endsWith("| skipped |");
    }

    @Test
    void shouldTellOfRanksSlowedOnPurposeAndKeepNamesInTheirCell() throws Exception {
        RunDescription.Host host = new RunDescription.Host("a|b\n|c|", "", "", "", 1, 0, "", Samples.VECTOR, List.of(0), 1, "");
        List<String> lines = written(Samples.sweep(new RunDescription("1", List.of(host), "local", "cyclic", Optional.empty(), List.of(),
                List.of(), List.of(new Slowdown(2)), 0), Samples.parameters(16), List.of(Samples.passed(200, 16, 1, 4, 125.3, 1e-3))));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).startsWith("| a\\|b \\|c\\| | 125.3 | 200 |").endsWith("| passed, ranks slowed on purpose |");
    }
}
