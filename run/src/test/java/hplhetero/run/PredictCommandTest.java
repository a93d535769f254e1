package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl predict}. */
@Slow
final class PredictCommandTest {
    private static final Path EXAMPLES = Path.of("../examples");

    private final PrintStream errBefore = System.err;
    private final PrintStream outBefore = System.out;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setErr(errBefore);
        System.setOut(outBefore);
    }

    private static int hpl(String line) {
        return Main.execute(line.strip().split(" +"));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPredictFiveBoards() throws IOException {
        Path json = folder.resolve("prediction.json");
        assertThat(hpl("predict --cluster " + EXAMPLES.resolve("five-boards.cluster") + " --json " + json)).as("%s", err).isZero();
        assertThat(said()).contains("Machine: 5 ranks on 5 hosts", "3 such as new2: updates 30.00 GFLOPS",
                "peak 288.0 GFLOPS, updates of all ranks 114.1 GFLOPS, memory 27.6 GiB", "network: other host 60.0 us, 0.118 GB/s",
                "P x Q = 1 x 5, map weighted", "Where the peak goes", "updates below peak    60.3", "With one thing changed",
                "old1, old2 replaced by copies of new2", "a rule of thumb: give panel=", "no noise", "share no link",
                "prediction written: " + json).doesNotContain("NaN");
        JsonNode tree = new JsonMapper().readTree(json.toFile());
        assertThat(tree.get("gflops").asDouble()).isBetween(100.0, 114.1);
        assertThat(tree.get("plan").get("q").asInt()).isEqualTo(5);
        double sum = tree.get("reached").asDouble();
        for (JsonNode share : tree.get("lost")) {
            sum += share.asDouble();
        }
        assertThat(sum).isBetween(0.999999, 1.000001);
        assertThat(tree.get("changed").size()).isEqualTo(10);
    }

    @Test
    void shouldTellWhatAThrottlingNodeCosts() {
        String machine = "predict --cluster " + EXAMPLES.resolve("five-boards.cluster") + " -N 40000 --no-sensitivity --emulate-slowdown ";
        assertThat(hpl(machine + "1=1@40%:2")).as("%s", err).isZero();
        assertThat(said()).containsPattern("rank 1 at 1@40%:2, on the map of the start +[\\d.]+ GFLOPS +-\\d")
                .containsPattern("rank 1 at 1@40%:2, on a map that follows \\([1-9]\\d* block columns move\\) +[\\d.]+ GFLOPS +-\\d");
        assertThat(hpl(machine + "1=1@40%:2,99=2")).isEqualTo(ExitCode.USAGE);
        assertThat(hpl(machine + "2@40%:4")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("option --emulate-slowdown: expected RANK=FACTOR, found `2@40%:4`: give such as 3=1@40%:2");
    }

    @Test
    @Daily(3)
    void shouldPredictAFatTreeOfTwoKindsOfNodes() {
        assertThat(hpl("predict --cluster " + EXAMPLES.resolve("fat-tree-648.cluster") + " -N 500000 --nb 192 --bcast 1ringM --swap mix"
                + " --no-sensitivity")).as("%s", err).isZero();
        assertThat(said()).contains("Machine: 648 ranks on 648 hosts", "432 such as n216", "216 such as n540", "fat tree 36 leaves x 18",
                "map ", "orders of ranks were compared on the routes of the fabric", "BCAST 1ringM, SWAP mix")
                .doesNotContain("With one thing changed", "share no link", "NaN");
    }

    /** Four thousand ranks, at a size at which that takes seconds. */
    @Test
    @Daily(3)
    void shouldPredictATofuJob() {
        assertThat(hpl("predict --cluster " + EXAMPLES.resolve("fugaku-like.cluster") + " -N 250000 --nb 256 -P 64 -Q 72 --map cyclic"
                + " --bcast 1ringM --swap mix --no-sensitivity")).as("%s", err).isZero();
        assertThat(said()).contains("Machine: 4608 ranks on 4608 hosts", "tofu 8wx6wx8w", "P x Q = 64 x 72, map cyclic")
                .doesNotContain("NaN");
    }

    @Test
    @Daily(3)
    void shouldReadEveryPublishedMachine() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES.resolve("published"))) {
            List<Path> machines = files.filter(file -> file.toString().endsWith(".cluster")).toList();
            assertThat(machines).hasSizeGreaterThanOrEqualTo(3);
            assertThat(machines).allSatisfy(file -> {
                assertThat(ClusterFileReader.read(file).size()).isGreaterThan(9000);
                // the same rule for all: updates at 92 % of the peak
                assertThat(ClusterFileReader.read(file).ranks()).allSatisfy(rank -> assertThat(rank.update().gflops(1e4, 1e4, 256)
                        / rank.peak().gflops()).isBetween(0.919, 0.921));
            });
        }
    }

    @Test
    void shouldPredictOneRank() throws IOException {
        Path file = Files.writeString(folder.resolve("one.cluster"), "rank 0 host=a speed=50GFLOPS memory=1GiB\n");
        assertThat(hpl("predict --cluster " + file + " --depth 0")).as("%s", err).isZero();
        assertThat(said()).contains("Machine: 1 ranks on 1 hosts", "P x Q = 1 x 1", "Where the rate of updates goes")
                .doesNotContain("NaN", "network of");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "predict                                              | no machine is described: name a file with --cluster",
        "predict --cluster no.cluster                         | no.cluster: no such file",
        "predict --cluster FILE                               | the memory of rank 0 is not known: give N, or the memory of this rank",
        "predict --cluster FILE -N 0                          | option -N: expected an integer >= 1, found `0`",
        "predict --cluster FILE -N 100 -P 2                   | -P 2: a grid needs both: give -P and -Q, or neither",
        "predict --cluster FILE -N 100 -P 2 -Q 3              | P=2 Q=3 need 6 ranks, the cluster has 2",
        "predict --cluster FILE -N 100 --bcast 3ring          | option --bcast: expected 1ring, 1ringM,",
        "predict --cluster FILE -N 100 --swap x               | option --swap: expected binary, long, mix or 0..2, found `x`",
        "predict --cluster FILE -N 100 --depth -1             | option --depth: expected an integer >= 0, found `-1`",
        "predict --cluster FILE -N 100 --map round           | expected one of auto, cyclic, cells, weighted, shared, found `round`",
        "predict --cluster FILE -N 100000000 --nb 32          | more than 200000 panels cannot be predicted",
        "predict --cluster FILE -N 100 --json /no/such/x      | --json /no/such/x: no file can be written there",
    })
    void shouldSayWhatIsWrongAndEndWithTwo(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("my.cluster"),
                "ranks 0-1 host=a,b speed=2GFLOPS\nlink other-host latency=1us bandwidth=5GB/s\n");
        assertThat(hpl(line.replace("FILE", file.toString()))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("hpl: ").contains(message).doesNotContain("\tat ").hasLineCount(1);
    }
}
