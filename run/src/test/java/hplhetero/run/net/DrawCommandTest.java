package hplhetero.run.net;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.input.text.InputException;
import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code hpl net draw}. */
final class DrawCommandTest {
    @TempDir
    private Path folder;
    private Exception thrown;

    private int draw(String topology, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("my.topology"), topology);
        List<String> all = new ArrayList<>(List.of("--topology", file.toString(), "--out", folder.resolve("net.svg").toString()));
        all.addAll(List.of(options));
        CommandLine line = new CommandLine(new DrawCommand());
        line.setExecutionExceptionHandler((e, ignored, parsed) -> {
            thrown = e;
            return ExitCode.USAGE;
        });
        return line.execute(all.toArray(String[]::new));
    }

    private String picture() throws IOException {
        return Files.readString(folder.resolve("net.svg"));
    }

    @Test
    void shouldDrawANetworkAndItsRanks() throws IOException {
        assertThat(draw("fabric switch\nnode a,b\nranks 0-1 nodes=1\n")).isZero();
        assertThat(picture()).contains("switch of 2 nodes<", "2 ranks on 1 of 2 nodes, 4 directed links", ">0 1<")
                .doesNotContain("Most loaded");
    }

    @Test
    void shouldSayWhatItDrewAndWhere() throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            draw("fabric mesh 4\n", "--collective", "alltoall", "--algorithm", "ring", "--bytes", "1Ki");
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("hpl: picture written: " + folder.resolve("net.svg")
                + ": mesh 4, alltoall ring of 1 KiB, all 3 stages, 4 ranks\n");
    }

    /** Stage 1 of the ring: to the rank after the next. */
    @Test
    void shouldDrawWhatAStageSends() throws IOException {
        String[] ring = {"--collective", "alltoall", "--algorithm", "ring", "--bytes", "1Ki"};
        assertThat(draw("fabric mesh 4\n", ring)).isZero();
        assertThat(picture()).contains("mesh 4: alltoall ring of 1 KiB, all 3 stages", "Most loaded link: (1) -&gt; (2), 4 KiB");
        List<String> options = new ArrayList<>(List.of(ring));
        options.addAll(List.of("--stage", "1"));
        assertThat(draw("fabric mesh 4\n", options.toArray(String[]::new))).isZero();
        assertThat(picture()).contains("ring of 1 KiB, stage 1 of 0..2", "Most loaded link: (1) -&gt; (2), 2 KiB");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--collective alltoal --algorithm ring | option --collective: expected one of bcast, alltoall",
        "--collective alltoall --algorithm rung | option --algorithm: expected one of simple-spread, ring",
        "--collective alltoall | found none: give one of these for alltoall among 4 ranks",
        "--collective alltoall --algorithm ring --stage 3 | --stage 3: ring among 4 ranks has stages 0..2",
        "--collective alltoall --algorithm ring --bytes x | option --bytes",
        "--collective alltoall --algorithm ring --bytes 1,2 | option --bytes: expected one size, found `1,2`",
        "--algorithm ring | need --collective"})
    void shouldSayWhatIsWrong(String options, String message) throws IOException {
        assertThat(draw("fabric mesh 4\n", options.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(thrown).isInstanceOf(InputException.class).hasMessageContaining(message);
        assertThat(folder.resolve("net.svg")).doesNotExist();
    }

    @Test
    void shouldRefuseWhatIsTooLargeToDraw() throws IOException {
        assertThat(draw("fabric torus 200x200\n")).isEqualTo(ExitCode.USAGE);
        assertThat(thrown).isInstanceOf(InputException.class).hasMessageContaining("my.topology: cannot be drawn: nodes=40000");
    }

    @Test
    void shouldDrawACluster() throws IOException {
        Path cluster = Files.writeString(folder.resolve("my.cluster"), "ranks 0-3 host=a,b speed=1GFLOPS\nlink same-host latency=2us "
                + "bandwidth=4GB/s\nlink other-host latency=20us bandwidth=2GB/s\n");
        assertThat(new CommandLine(new DrawCommand()).execute("--cluster", cluster.toString(), "--out", folder.resolve("net.svg")
                .toString())).isZero();
        assertThat(picture()).contains("4 ranks on 2 of 2 nodes", ">0 1<", ">b<");
    }
}
