package hplhetero.run.net.probe;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.network.probe.PairSamples;
import hplhetero.hpl.network.probe.ProbeResult;
import hplhetero.hpl.network.probe.ProbeResult.Incast;
import hplhetero.hpl.network.probe.ProbeResult.Overheads;
import hplhetero.hpl.network.probe.ProbedNetwork;
import hplhetero.input.topology.Topology;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.model.HockneyFit.Sample;
import hplhetero.results.format.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl net probe} on ranks of this process, and its words for others. */
final class ProbeCommandTest {
    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(outBefore);
        System.setErr(errBefore);
    }

    private static int probe(String... options) {
        return new CommandLine(new ProbeCommand()).setCaseInsensitiveEnumValuesAllowed(true).execute(options);
    }

    @Test
    void shouldMeasureRanksOfThisProcess() throws IOException {
        Path json = folder.resolve("probe.json");
        Path net = folder.resolve("my.topology");
        assertThat(probe("-P", "2", "-Q", "2", "--seconds", "0.3", "--bytes", "8,1Ki,64Ki", "--json", json.toString(), "--out",
                net.toString())).as(err::toString).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Transport: local\nTopology: 4 ranks on 1 nodes of switch of 1 node")
                .contains("same host", "0-3", "to send, ", "3 senders", "All ranks are on one host")
                .containsPattern("For hpl net predict: --host-latency \\S+s --host-bandwidth (\\S+/s|unlimited)\n$");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("hpl: measuring 3 pairs, one by one\n",
                "hpl: measuring all pairs in 3 rounds\n");
        JsonNode root = new JsonMapper().readTree(Files.readString(json));
        assertThat(root.path("hosts")).hasSize(4);
        assertThat(root.path("pairs")).hasSize(6);
        assertThat(root.path("pairs").path(0).path("samples").path(2).path("bytes").asDouble()).isEqualTo(65536);
        assertThat(root.path("pairs").path(5).path("samples").path(0).path("seconds").asDouble()).isPositive();
        assertThat(root.path("kinds").path(0).path("kind").asString()).isEqualTo("same host");
        // the table by size has the medians over the pairs that were measured one by one
        JsonNode kind = root.path("kinds").path(0);
        assertThat(kind.path("sizes")).hasSize(3);
        assertThat(kind.path("pairs")).hasSize(3);
        double[] seconds = IntStream.range(0, 3).mapToDouble(pair -> kind.path("pairs").path(pair).path("samples").path(1).path("seconds")
                .asDouble()).sorted().toArray();
        assertThat(kind.path("sizes").path(1).path("bytes").asDouble()).isEqualTo(1024);
        assertThat(kind.path("sizes").path(1).path("seconds").asDouble()).isEqualTo(seconds[1]);
        JsonNode point = root.path("sameHost").path("extra").path("points").path(1);
        assertThat(point.path("seconds").asDouble()).isEqualTo(seconds[1] - kind.path("sizes").path(1).path("fitted").asDouble());
        assertThat(root.path("overheads").path("send").asDouble()).isPositive();
        assertThat(root.path("incasts")).hasSize(3);
        assertThat(root.path("network").isNull()).isTrue();
        Topology topology = TopologyFileReader.read(net);
        assertThat(topology.placement().orElseThrow().ranksOf(0)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldMeasureKindsOnlyWhereThatIsAskedFor() {
        assertThat(probe("--ranks", "3", "--seconds", "0.1", "--bytes", "8,1Ki", "--pairs", "kinds")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("same host").doesNotContain("0-1");
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("rounds");
    }

    @Test
    void shouldKnowAOneRankWorld() {
        assertThat(probe("--ranks", "1", "--seconds", "0.1")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("1 ranks on 1 nodes", "All ranks are on one host")
                .doesNotContain("predict", "kind");
    }

    private static PairSamples timing(int a, int b, double latency, double bandwidth) {
        return new PairSamples(a, b, Stream.of(8.0, 65536.0).map(bytes -> new Sample(bytes, latency + bytes / bandwidth)).toList());
    }

    /** No line with a latency and a bandwidth fits a message of 1 KiB that is twice as fast as one of 8 B; 0.6 us for both is nearest. */
    @Test
    void shouldTellHowFarTheLineIsOffForEachSize() {
        ProbeResult result = new ProbeResult(List.of("a", "a"), List.of(0, 0), List.of(new PairSamples(0, 1, List.of(new Sample(8, 1e-6),
                new Sample(1024, 0.5e-6)))), List.of(), Optional.empty(), List.of());
        assertThat(ProbeReport.of(result, ProbedNetwork.of(result, Optional.empty()), "test").text(Page.ENDLESS))
                .containsPattern("same host +8 B +1us +0.6us +-40 %\n +same host +1 KiB +0.5us +0.6us +\\+20 %\n");
    }

    /** Ranks 0 and 1 on host a, 2 on b; what is said of that is what hpl net predict takes. */
    @Test
    void shouldTellOfANetwork() {
        ProbeResult result = new ProbeResult(List.of("a", "a", "b"), List.of(0, 0, 0), List.of(timing(0, 1, 1e-6, 5e9),
                timing(0, 2, 20e-6, 1e9)), List.of(timing(1, 2, 20e-6, 1e9)), Optional.of(new Overheads(0, 2, 1e-6, 2e-6)),
                List.of(new Incast(0, 1, 1000, 21e-6), new Incast(0, 2, 1000, 22.5e-6)));
        assertThat(ProbeReport.of(result, ProbedNetwork.of(result, Optional.empty()), "test").text(Page.ENDLESS))
                .isEqualToNormalizingNewlines("""
                Transport: test
                Topology: 3 ranks on 2 nodes of switch of 2 nodes, measured between 3 ranks

                  kind          pairs    latency    bandwidth  fit error
                  same host         1        1us        5GB/s        0 %
                  other host        1       20us        1GB/s        0 %

                  kind            message     measured       fitted  misfit
                  same host           8 B          1us          1us    +0 %
                  same host        64 KiB       14.1us       14.1us    +0 %
                  other host          8 B         20us         20us    +0 %
                  other host       64 KiB       85.5us       85.5us    +0 %

                  pair                  latency    bandwidth  fit error  hosts
                  1-2                      20us        1GB/s        0 %  a, b

                A rank's own time for a message: 1us to send, 2us to receive (rank 0 with 2)
                Sent to rank 0 at once, 1000 B each: 1 sender 21us, 2 senders 22.5us
                For hpl net predict: --latency 17us --bandwidth 1GB/s --send-overhead 1us --receive-overhead 2us --hop-latency 0us \
                --many-to-one 0.50 --host-latency 1us --host-bandwidth 5GB/s
                """);
    }
}
