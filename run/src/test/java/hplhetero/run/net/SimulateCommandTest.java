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

/** {@code hpl net simulate} with two algorithms of its own, and with the program's. */
final class SimulateCommandTest {
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

    private static int simulate(Catalogue catalogue, String... options) {
        return new CommandLine(new SimulateCommand(catalogue)).execute(options);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("my.topology"), text).toString();
    }

    /** Three nodes on a switch, a second for each byte: 1 + 8 seconds twice; at once 1 + 16, while two messages share each link. */
    @Test
    void shouldPrintAllAlgorithmsTheFastestFirst() throws IOException {
        Path json = folder.resolve("out.json");
        assertThat(simulate(Shifts::catalogue, "--topology", file("fabric switch 3\n"), "--bytes", "8", "--latency", "1s", "--bandwidth",
                "1B/s", "--send-overhead", "0s", "--receive-overhead", "0s", "--hop-latency", "0s", "--many-to-one", "0", "--eager", "1Ki",
                "--json", json.toString(), "--goal", folder.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("""
                Topology: 3 ranks on 3 nodes of switch of 3 nodes, because the file places no ranks
                Costs: latency 1s, bandwidth 1B/s, overheads 0s and 0s, 0s a link, many to one 0; within a node 1us, 5GB/s

                alltoall, 8 B
                  algorithm      seconds   ratio    predicted   busy  busiest link
                  simple           17.00    1.00        17.00   94 %  n0 -> switch
                  ring             18.00    1.06        18.00   89 %  n0 -> switch
                """);
        JsonNode root = new JsonMapper().readTree(Files.readString(json));
        assertThat(root.path("ranks").asInt()).isEqualTo(3);
        assertThat(root.path("cost").path("eagerBytes").asInt()).isEqualTo(1024);
        JsonNode ring = root.path("sizes").path(0).path("algorithms").path(1);
        assertThat(ring.path("seconds").asDouble()).isEqualTo(18);
        assertThat(ring.path("meanSeconds").asDouble()).isEqualTo(18);
        assertThat(ring.path("messages").asInt()).isEqualTo(6);
        assertThat(ring.path("busiest").path("bytes").asDouble()).isEqualTo(16);
        assertThat(ring.path("busiest").path("link").path("to").asString()).isEqualTo("switch");
        assertThat(folder.resolve("alltoall-simple-8.goal")).content().startsWith("num_ranks 3\n\nrank 0 {\nl1: send 8b to 1 tag 0\n");
        assertThat(folder.resolve("alltoall-ring-8.goal")).content().contains("l4: recv 8b from 1 tag 1\n");
    }

    @Test
    void shouldSimulateThoseAskedFor() throws IOException {
        assertThat(new CommandLine(new SimulateCommand()).execute("--topology", file("fabric torus 4x4\nranks 0-7 nodes=0-7\n"),
                "--collective", "bcast", "--algorithm", "binomial, long", "--bytes", "0,1Mi")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Topology: 8 ranks on 8 nodes of torus 4x4\nCosts: latency 5us, ")
                .containsPattern("bcast, 0 B\\R  algorithm .*\\R  binomial +0.000 +1.00 +0.000 +- +none\\R  long +0.000 ")
                .containsPattern("bcast, 1 MiB\\R  algorithm .*\\R  long .*\\R  binomial .*\\R$");
    }
}
