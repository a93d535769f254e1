package hplhetero.run.check;

import static hplhetero.run.check.rules.Hosts.evidence;
import static hplhetero.run.check.rules.Hosts.facts;
import static hplhetero.run.check.rules.Hosts.host;
import static hplhetero.run.check.rules.Hosts.with;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.format.Page;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Hosts;
import hplhetero.run.facts.HostFacts.Program;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CheckReportTest {
    private static final PairTiming TIMING = new PairTiming("a", "b", "10.0.0.2 through eth0", 12.34e-6, 117e6, "");

    @TempDir
    private Path folder;

    private static String text(Evidence evidence) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckReport report = new CheckReport(new PrintStream(bytes, false, StandardCharsets.UTF_8), Page.ENDLESS);
        report.hosts(evidence);
        report.end(Findings.of(evidence));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldEndInNoTroubleFound() {
        String text = text(evidence(host(facts("a")), host(facts("b"))).withPairs(List.of(), List.of(TIMING)));
        assertThat(text).contains("host  ", "15.0 of 16.0 GiB", "performance", "3.00/3.50", "vector 100.0 GFLOPS",
                "processor: EPYC (amd64): a, b")
                .contains("12.3 us", "117 MB/s").endsWith("\nno trouble found\n");
    }

    @Test
    void shouldPutTheRemedyBelowEachTrouble() {
        String text = text(evidence(host(facts("a")), host(with(facts("b"), new Program("0.9", "x", 25, "", "LITTLE_ENDIAN")))));
        assertThat(text).contains("TROUBLE: hosts: unlike builds of hpl-hetero: 1.0 (abc) on a; 0.9 (x) on b\n"
                + "    remedy: copy one build to all hosts")
                .endsWith("1 trouble(s) found; docs/check.md explains each\n");
    }

    @Test
    void shouldNotPrintASquareOfManyHosts() {
        List<PairTiming> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(new PairTiming("host" + i, "host" + (i + 1), "x through eth0", 1e-5 * (i + 1), 1e9, ""));
        }
        String text = text(evidence(host(facts("a"))).withPairs(List.of(), many));
        assertThat(text).contains("latency: best 10.0 us, median 200.0 us, worst:\n  host39 - host40: 400.0 us by x through eth0")
                .contains("40 of 820 pairs were tried");
    }

    @Test
    void shouldWriteAllThatWasSeenAsJson() throws Exception {
        Path file = folder.resolve("check.json");
        Findings.of(evidence(50_000, host(facts("a"))).withPairs(List.of(), List.of(TIMING))).write(file);
        JsonNode json = new JsonMapper().readTree(Files.readString(file));
        assertThat(json.at("/schema").asInt()).isEqualTo(1);
        assertThat(json.at("/hosts/0/facts/memory/total").asLong()).isEqualTo(16 * Hosts.GIB);
        assertThat(json.at("/pairs/0/bytesPerSecond").asDouble()).isEqualTo(117e6);
        assertThat(json.at("/troubles/0/severity").asString()).isEqualTo("TROUBLE");
    }
}
