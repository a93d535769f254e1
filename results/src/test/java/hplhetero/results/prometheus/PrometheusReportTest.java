package hplhetero.results.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrometheusReportTest {
    /** The text format: comments, or a name, labels whose values are escaped, and a number. */
    private static final Pattern LINE = Pattern.compile("# (HELP|TYPE) hpl_\\w+ .+"
            + "|hpl_\\w+\\{(\\w+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)+} -?[0-9.]+(E-?[0-9]+)?");

    @TempDir
    private Path folder;

    private String written(Sweep sweep) throws Exception {
        Path file = folder.resolve("hpl.prom");
        Samples.tell(new PrometheusReport(file), sweep);
        return Files.readString(file);
    }

    @Test
    void shouldWriteWhatIsKnownOfEachTest() throws Exception {
        CaseResult passed = Samples.passed(200, 16, 1, 4, 125.3, 1e-3).withPower(List.of(new HostPower("a", 7.5, "RAPL", 1, 1, 0)));
        String text = written(Samples.sweep(Samples.parameters(16), List.of(passed, Samples.failed(), Samples.skipped("too large"))));
        assertThat(text.lines()).allMatch(line -> LINE.matcher(line).matches());
        String labels = "emulated=\"false\",host=\"node1\",n=\"200\",nb=\"16\",p=\"1\",q=\"4\",status=\"passed\",variant=\"WR00R2C4\"}";
        assertThat(text).contains("# TYPE hpl_gflops gauge\n", "hpl_gflops{" + labels + " " + passed.gflops() + "\n", "hpl_rpeak_share{"
                + labels + " " + passed.gflops() / 250.6 + "\n",
                "hpl_joules{" + labels + " 7.5\n", "hpl_passed{" + labels + " 1.0\n",
                "hpl_last_run_timestamp_seconds{" + labels + " 1.79517818E9\n");
        assertThat(text.lines().filter(line -> line.startsWith("hpl_passed"))).hasSize(3).anyMatch(line -> line.endsWith(" 0.0"));
        assertThat(text.lines().filter(line -> line.startsWith("hpl_gflops"))).as("none of what was not run").hasSize(2);
        assertThat(text.lines().filter(line -> line.startsWith("hpl_joules"))).as("not known of the other").hasSize(1);
    }

    @Test
    void shouldEscapeNamesAndCountTheLastOfRepeats() throws Exception {
        RunDescription.Host host = new RunDescription.Host("a\"b\\c\nd{}", "", "", "", 1, 0, "",
                new RunDescription.Provider("p", "", 1, ""), List.of(0), 1, "");
        String text = written(Samples.sweep(new RunDescription("1", List.of(host), "local", "cyclic", Optional.empty(), List.of(),
                List.of(), List.of(), 0), Samples.parameters(16), List.of(Samples.passed(200, 16, 1, 4, 1, 1),
                Samples.passed(200, 16, 1, 4, 2, 1))));
        assertThat(text.lines()).allMatch(line -> LINE.matcher(line).matches());
        assertThat(text).contains("host=\"a\\\"b\\\\c\\nd{}\"").doesNotContain("hpl_rpeak_share", "hpl_joules");
        assertThat(text.lines().filter(line -> line.startsWith("hpl_gflops"))).singleElement().asString().endsWith(" 2.0");
    }

    @Test
    void shouldLeaveTheLastResultWhereNothingWasRun() throws Exception {
        Path file = Files.writeString(folder.resolve("hpl.prom"), "before");
        new PrometheusReport(file).ends(Samples.sweep(Samples.parameters(16), List.of()));
        assertThat(file).hasContent("before");
    }
}
