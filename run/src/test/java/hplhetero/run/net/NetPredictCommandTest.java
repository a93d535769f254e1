package hplhetero.run.net;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl net predict} with two algorithms of its own. */
final class NetPredictCommandTest {
    private final PrintStream outBefore = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(outBefore);
    }

    private static int predict(String... options) {
        return new CommandLine(new NetPredictCommand(Shifts::catalogue)).execute(options);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("my.topology"), text).toString();
    }

    /** Four nodes on a switch: a second for each byte, three stages of a byte or three bytes at once. */
    @Test
    void shouldPrintAllAlgorithmsTheFastestFirst() throws IOException {
        Path json = folder.resolve("out.json");
        assertThat(predict("--topology", file("fabric switch 4\n"), "--bytes", "1,2Ki", "--latency", "1s", "--bandwidth", "1B/s",
                "--send-overhead", "0s", "--receive-overhead", "0s", "--hop-latency", "0s", "--many-to-one", "0", "--json",
                json.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                Topology: 4 ranks on 4 nodes of switch of 4 nodes, because the file places no ranks
                Costs: latency 1s, bandwidth 1B/s, overheads 0s and 0s, 0s a link, many to one 0; within a node 1us, 5GB/s

                alltoall, 1 B
                  algorithm      seconds   ratio  on links  most loaded link
                  simple           4.000    1.00      75 %  n0 -> switch
                  ring             6.000    1.50      50 %  n0 -> switch

                alltoall, 2 KiB
                  algorithm      seconds   ratio  on links  most loaded link
                  simple            6145    1.00     100 %  n0 -> switch
                  ring              6147    1.00     100 %  n0 -> switch
                """);
        JsonNode root = new JsonMapper().readTree(Files.readString(json));
        assertThat(root.path("ranks").asInt()).isEqualTo(4);
        assertThat(root.path("cost").path("network").path("latency").asDouble()).isEqualTo(1);
        JsonNode ring = root.path("sizes").path(0).path("algorithms").path(1);
        assertThat(ring.path("seconds").asDouble()).isEqualTo(6);
        assertThat(ring.path("meanLoad").asDouble()).isEqualTo(1);
        assertThat(ring.path("limit").path("link").path("to").asString()).isEqualTo("switch");
    }

    @Test
    void shouldTellItsDefaults() throws IOException {
        assertThat(predict("--topology", file("fabric torus 4x4\nranks 0-7 nodes=0-7\n"))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Topology: 8 ranks on 8 nodes of torus 4x4\nCosts: latency 5us, "
                + "bandwidth 1GB/s, overheads 0.5us and 0.5us, 0.1us a link, many to one 0.3; within a node 1us, 5GB/s\n")
                .contains("alltoall, 64 B", "alltoall, 1 MiB");
    }

    /** With the program's own algorithms, of which some are there only where ranks sit so. */
    @Test
    void shouldPriceWhatThePlacementIsGoodFor() throws IOException {
        assertThat(new CommandLine(new NetPredictCommand()).execute("--topology", file("fabric torus 4x4\n"), "--collective", "allreduce",
                "--bytes", "1Mi")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("swing-torus-multiport +\\S+ +1.00").contains("rabenseifner-near");
    }

    /** All ranks on one node pass no link. */
    @Test
    void shouldKnowOneNode() throws IOException {
        assertThat(predict("--topology", file("fabric switch 1\nranks 0-3 nodes=0\n"), "--bytes", "0")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("alltoall, 0 B").containsPattern("ring +3.000e-06 +3.00 +0 % +none");
    }

    /** Two hosts of two ranks: links as measured, unless options say otherwise. */
    @Test
    void shouldTakeACluster() throws IOException {
        String cluster = Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-3 host=a,b speed=1GFLOPS
                link same-host latency=2us bandwidth=4GB/s
                link other-host latency=20us bandwidth=2GB/s
                """).toString();
        assertThat(predict("--cluster", cluster, "--bytes", "1Ki")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Topology: 4 ranks on 2 nodes of switch of 2 nodes\n"
                + "Costs: latency 19us, bandwidth 2GB/s, overheads 0.5us and 0.5us, 0us a link, many to one 0.3; "
                + "within a node 2us, 4GB/s\n")
                .contains("a -> switch");
        out.reset();
        assertThat(predict("--cluster", cluster, "--bytes", "1Ki", "--latency", "7us", "--host-bandwidth", "1GB/s")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Costs: latency 7us, bandwidth 2GB/s, ", "within a node 2us, 1GB/s\n");
    }

    /** A message of 1 KiB takes 60 us, halfway between two measured sizes. */
    @Test
    void shouldTakeMeasuredTimesBySizeUnlessAnOptionReplacesTheirLine() throws IOException {
        String cluster = Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-1 host=a,b speed=1GFLOPS
                link other-host latency=20us bandwidth=2GB/s
                times other-host 512B=50us 1536B=70us
                """).toString();
        assertThat(predict("--cluster", cluster, "--bytes", "1Ki")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("; within a node 1us, 5GB/s; measured times by size between nodes\n")
                .containsPattern("ring +6.000e-05 ");
        out.reset();
        assertThat(predict("--cluster", cluster, "--bytes", "1Ki", "--latency", "19us")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("by size").containsPattern("ring +2.051e-05 ");
    }

    @Test
    void shouldTellWhatOfAClusterIsAssumed() throws IOException {
        String cluster = Files.writeString(folder.resolve("my.cluster"), """
                ranks 0-2 host=a,b,c speed=1GFLOPS
                link other-host latency=20us bandwidth=2GB/s
                link other-site latency=30us bandwidth=1GB/s
                site x hosts=a,c
                site y hosts=b
                """).toString();
        assertThat(predict("--cluster", cluster, "--bytes", "1Ki")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Topology: 3 ranks on 3 nodes of table of 3 nodes, 3 switches, "
                + "10 links\nAssumed: all hosts of a site are linked to one switch; one trunk carries all messages between a site and "
                + "the others\nCosts: latency 9us, bandwidth 2GB/s, overheads 0.5us and 0.5us, 5us a link, ").contains("site0 -> trunks");
    }
}
