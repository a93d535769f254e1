package hplhetero.results.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.Samples;
import hplhetero.results.prometheus.BurnInMetrics;
import hplhetero.results.prometheus.PrometheusReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the dashboard in examples/grafana against the metrics that runs and burn-ins write. */
final class DashboardTest {
    private static final Pattern METRIC = Pattern.compile("\\b(hpl_\\w+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Pattern LABEL_SHOWN = Pattern.compile("\\{\\{(\\w+)}}|(\\w+)=~");

    @TempDir
    private Path folder;

    private JsonNode dashboard;
    private String metrics;

    @BeforeEach
    void readBoth() throws Exception {
        dashboard = new JsonMapper().readTree(Files.readString(Path.of("../examples/grafana/hpl-hetero.json")));
        CaseResult passed = Samples.passed(200, 16, 1, 4, 125.3, 1e-3).withPower(List.of(new HostPower("a", 7.5, "RAPL", 1, 1, 0)));
        Path file = folder.resolve("hpl.prom");
        Samples.tell(new PrometheusReport(file), Samples.sweep(Samples.parameters(16), List.of(passed)));
        BurnIn burnIn = new BurnInEmulator(4).burnIn(8, List.of());
        metrics = Files.readString(file) + BurnInMetrics.of(burnIn, Verdicts.of(burnIn));
    }

    /** Returns what the first group that has matched has found, of each place that a pattern finds. */
    private static Set<String> found(Pattern pattern, String text) {
        Set<String> all = new TreeSet<>();
        pattern.matcher(text).results().map(one -> IntStream.rangeClosed(1, one.groupCount()).mapToObj(one::group)
                .filter(Objects::nonNull).findFirst().orElseThrow()).forEach(all::add);
        return all;
    }

    private String asked() {
        StringBuilder text = new StringBuilder();
        for (JsonNode panel : dashboard.at("/panels")) {
            for (JsonNode target : panel.path("targets")) {
                text.append(target.at("/expr").asString()).append(' ').append(target.at("/legendFormat").asString()).append('\n');
            }
        }
        return text.toString();
    }

    @Test
    void shouldAskForEveryMetricAndNoOther() {
        assertThat(found(METRIC, asked())).hasSize(15).isEqualTo(found(METRIC, metrics));
        assertThat(found(METRIC, metrics)).containsAll(found(METRIC, dashboard.at("/templating").toString()));
    }

    @Test
    void shouldShowLabelsThatTheMetricsHave() {
        Set<String> shown = found(LABEL_SHOWN, asked());
        assertThat(shown).contains("host", "n", "nb", "kind");
        assertThat(found(LABEL, metrics)).containsAll(shown);
    }

    @Test
    void shouldHaveOnePlaceForEachPanel() {
        Set<String> places = new TreeSet<>();
        Set<Integer> numbers = new TreeSet<>();
        for (JsonNode panel : dashboard.at("/panels")) {
            numbers.add(panel.at("/id").asInt());
            for (int x = 0; x < panel.at("/gridPos/w").asInt(); x++) {
                for (int y = 0; y < panel.at("/gridPos/h").asInt(); y++) {
                    int column = panel.at("/gridPos/x").asInt() + x;
                    assertThat(column).isBetween(0, 23);
                    assertThat(places.add(column + "," + (panel.at("/gridPos/y").asInt() + y))).as(panel.at("/title").asString()).isTrue();
                }
            }
        }
        assertThat(numbers).hasSize(dashboard.at("/panels").size());
    }
}
