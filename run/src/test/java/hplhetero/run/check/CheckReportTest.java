package hplhetero.run.check;

import static hplhetero.run.check.rules.Hosts.evidence;
import static hplhetero.run.check.rules.Hosts.facts;
import static hplhetero.run.check.rules.Hosts.host;
import static hplhetero.run.check.rules.Hosts.with;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.results.format.Page;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.rules.CheckedHost;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Hosts;
import hplhetero.run.facts.HostFacts;
import hplhetero.run.facts.HostFacts.Kernels;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Processor;
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
    void shouldPrintAMatrixOfManyHostsOnRequest() {
        List<PairTiming> many = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            many.add(new PairTiming("h" + i, "h" + (i + 1), "x", 1e-5 * (i + 1), 1e9, ""));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new CheckReport(new PrintStream(bytes, true, StandardCharsets.UTF_8), Page.ENDLESS, PairTable.Shape.MATRIX)
                .end(Findings.of(evidence(host(facts("a"))).withPairs(List.of(), many)));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("latency, half a round trip of 8 bytes:").doesNotContain("worst:");
    }

    /** Six hosts are more than are listed; d has another processor, of which it is the only one. */
    @Test
    void shouldListTheSlowestHostsAgainstTheirEquals() {
        List<CheckedHost> hosts = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            HostFacts one = with(facts(String.valueOf((char) ('a' + i))), new Kernels("vector", "", 100 - i));
            hosts.add(host(i == 3 ? with(one, new Processor("A76", "aarch64", 4, 4, List.of(), 0, 0)) : one));
        }
        String text = text(evidence(hosts.toArray(CheckedHost[]::new)));
        assertThat(text).contains("slowest hosts, kernels on one core against the median of equal processors:\n  g: 94.0 GFLOPS, 95.9 %\n"
                + "  f: 95.0 GFLOPS, 96.9 %\n").contains("  d: 97.0 GFLOPS, 100.0 %").doesNotContain("  a: 100");
    }

    @Test
    void shouldWriteATestForEachHostAndForEachTrouble() throws Exception {
        Path file = folder.resolve("check.xml");
        PairTiming dead = new PairTiming("a", "b", "10.0.0.2 <eth0>", 0, 0, "nothing in 5 s");
        Findings.of(evidence(host(facts("a")), host(with(facts("b"), new Load(4, 3.5, 0, List.of())))).withPairs(List.of(), List.of(dead)))
                .writeJUnit(file);
        assertThat(Files.readString(file)).contains("<testsuite name=\"check\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\" ",
                "  <testcase classname=\"check.hosts\" name=\"a\" time=\"0.000\"/>\n",
                "  <testcase classname=\"check.hosts\" name=\"b\" time=\"0.000\">\n    <failure type=\"trouble\" message=\"",
                "name=\"a -&gt; b\"", "10.0.0.2 &lt;eth0&gt;, but messages do not pass");
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
