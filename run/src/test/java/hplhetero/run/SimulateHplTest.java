package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl net simulate --hpl}. */
final class SimulateHplTest {
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

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static int run(String... options) {
        return Main.execute(Stream.concat(Stream.of("net", "simulate"), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void shouldTellWhereTheTimeOfRanksThatAreAlikeGoes() throws IOException {
        Path json = folder.resolve("out.json");
        Path gantt = folder.resolve("steps.svg");
        assertThat(run("--hpl", "--topology", file("a.topology", "fabric torus 4x2\n"), "-N", "2000", "--nb", "100", "--speed",
                "20GFLOPS", "--json", json.toString(), "--gantt", gantt.toString(), "--steps", "3,4,9")).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("8 ranks on 8 nodes of torus 4x2")
                .contains("N=2000 NB=100, cyclic on 2 x 4, 1ringM, swap mix, depth 1\n")
                .containsPattern("simulated +\\S+ s, \\S+ GFLOPS").containsPattern("predicted +\\S+ s by the time model's replay, [+-]")
                .containsPattern("waits for rows +\\S+ +\\S+ %").containsPattern("\\(\\d,\\d\\) -> \\(\\d,\\d\\) +\\S+ +\\d+ %");
        JsonNode root = new JsonMapper().readTree(Files.readString(json));
        assertThat(root.path("ranks").size()).isEqualTo(8);
        assertThat(root.path("links").size()).isEqualTo(5);
        assertThat(root.path("stepSeconds").size()).isEqualTo(20);
        double seconds = root.path("seconds").asDouble();
        assertThat(root.path("gflops").asDouble()).isEqualTo(2000.0 * 2000 * (4000.0 / 3 + 1.5) / 1e9 / seconds);
        assertThat(Files.readString(gantt)).contains("Panel steps 3 to 4", "Panel step 9", "waits for pivots", "rank 7, step 9")
                .doesNotContain("step 5:").endsWith("</svg>\n");
    }

    @Test
    void shouldPlanForRanksThatDiffer() throws IOException {
        String cluster = file("a.cluster", """
                ranks 0-1 host=a,b speed=40GFLOPS
                ranks 2-3 host=c,d speed=10GFLOPS
                link other-host latency=20us bandwidth=1GB/s
                """);
        assertThat(run("--hpl", "--cluster", cluster, "-N", "1500", "--nb", "64", "-P", "1", "-Q", "4", "--bcast", "long"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("cyclic on").contains(", Blong, swap mix");
        out.reset();
        assertThat(run("--hpl", "--cluster", cluster, "-N", "1500", "--nb", "64", "--map", "cyclic", "--sample", "2"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("cyclic on 2 x 2");
    }

    @Test
    void shouldSimulateANodeThatThrottles() throws IOException {
        String cluster = file("a.cluster", """
                ranks 0-3 host=a,b,c,d speed=40GFLOPS
                link other-host latency=20us bandwidth=1GB/s
                """);
        assertThat(run("--hpl", "--cluster", cluster, "-N", "3000", "--nb", "64", "--emulate-slowdown", "3=1@30%:4"))
                .isEqualTo(ExitCode.OK);
        Matcher seconds = Pattern.compile("slowed: rank 3 at 1@30%:4; without this the run takes ([\\d.]+) s.* simulated +([\\d.]+) s",
                Pattern.DOTALL).matcher(out.toString(StandardCharsets.UTF_8));
        assertThat(seconds.find()).isTrue();
        assertThat(Double.parseDouble(seconds.group(2)) / Double.parseDouble(seconds.group(1))).isBetween(1.3, 3.0);
    }

    @ParameterizedTest
    @CsvSource({"--emulate-slowdown 1=2, --hpl only", "--speed 3GFLOPS, --hpl only", "--hpl --bytes 8, --bytes",
            "--hpl --steps 3, --picture only", "--hpl -P 2, -P and -Q",
            "--hpl -P 3 -Q 3, smaller grid", "--hpl --bcast 1ring;long, one run", "--hpl --bcast none, --bcast", "--hpl --map odd, --map",
            "--hpl --sample 100, fewer", "--hpl --gantt x.svg --steps 2000 -N 100, steps 0..", "--hpl --speed fast, --speed"})
    void shouldRefuseWhatCannotBeUsed(String options, String word) throws IOException {
        String[] given = (options.replace("x.svg", folder.resolve("x.svg").toString()).replace(';', ',') + " --topology "
                + file("a.topology", "fabric switch 4\n")).split(" ");
        assertThat(run(given)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(word);
    }
}
