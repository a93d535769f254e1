package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hpl plan}, and running what it planned. */
@Slow
final class PlanCommandTest {
    private static final String CLUSTER = """
            ranks 0-1 host=here speed=2GFLOPS
            rank 2 host=here speed=1GFLOPS
            rank 3 host=here speed=0.01GFLOPS
            link same-host latency=1us bandwidth=5GB/s
            """;
    private static final String CLASSROOM = "../examples/classroom.cluster";

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

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static int hpl(Object... words) {
        String[] line = new String[words.length];
        for (int i = 0; i < line.length; i++) {
            line[i] = words[i].toString();
        }
        return Main.execute(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cells", "weighted", "cyclic"})
    void shouldRunWhatItPlanned(String map) throws IOException {
        Path plan = folder.resolve("my.plan");
        Path result = folder.resolve("result");
        Path cluster = file("my.cluster", CLUSTER);
        assertThat(hpl("plan", "--cluster", cluster, "-N", 300, "--nb", 16, "-P", 1, "-Q", 3, "--map", map, "--write", plan)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Plan: " + map, "N=300 NB=16 P=1 Q=",
                "plan written; run it with: ./hpl run --plan "
                + plan);
        assertThat(hpl("run", "--plan", plan, "--blas", "reference", "--workers", 1, "--progress", "none", "--output", result))
                .as("%s", err).isZero();
        assertThat(result).content().contains("PASSED").containsPattern("W\\w+ +300 +16 +1 +3 ").contains("# map:     plan " + plan);
    }

    @Test
    void shouldPlanOverATopologyAndRunItSo() throws IOException {
        Path topology = file("my.topology", "fabric kary 2 levels=2\n");
        Path plan = folder.resolve("my.plan");
        Path result = folder.resolve("result");
        assertThat(hpl("plan", "--topology", topology, "-N", 400, "--nb", 16, "--write", plan, "--exhaustive", "--orders", 4))
                .as("%s", err).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Assumed: a rank on each node", "Assumed: each rank updates at 50GFLOPS",
                "order: ", " in virtual time", "All grids, numberings, BCASTs, SWAPs and orders", "netlib's default", "best of all: ");
        assertThat(plan).content().containsPattern("run depth=1 bcast=\\S+ swap=\\S+ threshold=64");
        // the headline is the time by which all combinations were compared, and the run tells the same
        Matcher planned = Pattern.compile("the plan, \\d x \\d: (\\S+) s").matcher(out.toString(StandardCharsets.UTF_8));
        assertThat(planned.find()).isTrue();
        String predicted = planned.group(1) + " s, ";
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("Plan: .*\\n  predicted: " + predicted + ".* GFLOPS, by a run");
        assertThat(hpl("run", "--plan", plan, "--blas", "reference", "--workers", 1, "--progress", "none", "--output", result))
                .as("%s", err).isZero();
        assertThat(result).content().contains("PASSED").containsPattern("# note: +plan: .*, " + planned.group(1) + " s and ");
        assertThat(hpl("plan", "--topology", topology)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the memory of rank 0 is not known: give N");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--speed 5GFLOPS | --speed 5GFLOPS: goes with --topology only",
        "--exhaustive | --exhaustive: the order of ranks matters only where ranks share links",
        "--orders 5 | --orders 5: goes with --exhaustive only"})
    void shouldRefuseOptionsThatNeedATopology(String options, String why) throws IOException {
        List<Object> words = new ArrayList<>(List.of("plan", "--cluster", file("my.cluster", CLUSTER), "-N", 300));
        words.addAll(List.of(options.split(" ")));
        assertThat(hpl(words.toArray())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(why);
    }

    @Test
    @Daily(3)
    void shouldSizeARunByTheMemoryThatAFileDescribes() throws IOException {
        Path cluster = file("my.cluster", """
                rank 0 host=here speed=2GFLOPS memory=6MiB
                rank 1 host=here speed=1GFLOPS memory=3MiB
                link same-host latency=1us bandwidth=5GB/s
                """);
        Path result = folder.resolve("result");
        assertThat(hpl("run", "--cluster", cluster, "--ranks", 2, "--nb", 32, "--map", "weighted", "--blas", "vector", "--workers", 1,
                "--progress", "none", "--output", result))
                .as("%s", err).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no N given: N=7", "80 % of the memory of all hosts",
                "plan for N=7");
        assertThat(result).content().contains("PASSED");
    }

    @Test
    void shouldTakeItsPartsFromHplDat() throws IOException {
        file("my.cluster", CLUSTER);
        String sample = Files.readString(Path.of("../examples/HPL.dat"));
        Path dat = file("HPL.dat", sample + "hpl-hetero: cluster=my.cluster\n");
        assertThat(hpl("plan", dat, "--write", folder.resolve("my.plan"))).as("%s", err).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("Plan: .*, N=2000 NB=(64|128) ");
        Path planned = file("planned.dat", sample + "hpl-hetero: plan=my.plan blas=reference workers=1\n");
        assertThat(hpl("run", planned, "-N", 50, "--progress", "none")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the plan says N=2000 NB=");
        Path result = folder.resolve("result");
        assertThat(hpl("run", planned, "--map", "cyclic", "-N", 50, "--nb", 8, "-P", 1, "-Q", 2, "--output", result, "--progress", "none",
                "--depth", 0, "--bcast", 0)).as("%s", err).isZero();
        assertThat(result).content().contains("# map:     cyclic", "# BLAS:    reference").containsPattern("ranks: +2 with 1 worker");
    }

    @Test
    void shouldDrawAPicture() {
        Path svg = folder.resolve("map.svg");
        assertThat(hpl("plan", "--cluster", CLASSROOM, "-N", 20_000, "--svg", svg)).isZero();
        assertThat(svg).content().startsWith("<svg ").contains("desk01", "board1");
    }

    /** From what a file says of the ranks: the slowest is left out, and the grid is the program's. */
    @Test
    void shouldPlanARunWhoseGridNobodyGave() throws IOException {
        Path cluster = file("my.cluster", CLUSTER);
        Path report = folder.resolve("report.txt");
        assertThat(hpl("run", "-N", 400, "--nb", 16, "--ranks", 4, "--map", "auto", "--cluster", cluster, "--blas", "reference",
                "--progress", "none", "--output", report)).isZero();
        assertThat(Files.readString(report)).containsPattern("W\\w+ +400 +16 +1 +3 ").contains("# note:    plan for N=400 NB=16")
                .contains("PASSED").contains("plan: rank 3 is left out: ");
    }

    /** Of a run the fabric is given beside its ranks. */
    @Test
    void shouldPlanARunForAFabric() throws IOException {
        Path topology = file("my.topology", "fabric kary 2 levels=2\nranks 0-3 nodes=0-3\n");
        Path cluster = file("my.cluster", """
                ranks 0-3 host=a,b,c,d speed=2GFLOPS memory=1GiB
                link other-host latency=5us bandwidth=0.1GB/s
                """);
        Path report = folder.resolve("report.txt");
        List<Object> words = new ArrayList<>(List.of("run", "-N", 400, "--nb", 16, "--ranks", 4, "--cluster", cluster, "--topology",
                topology, "--blas", "reference", "--progress", "none", "--output", report));
        assertThat(hpl(with(words, "--map", "auto"))).as("%s", err).isZero();
        assertThat(Files.readString(report)).contains("netlib's default on this grid (row-major, as listed,", "PASSED");
        assertThat(hpl(with(words, "--map", "cyclic"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("my.topology: the network is only used for planning, and with "
                + "the map `cyclic` nothing is planned");
        Files.writeString(topology, "fabric kary 2 levels=2\nranks 0-2 nodes=0-2\n");
        assertThat(hpl(with(words, "--map", "auto"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("places 3 ranks, the cluster has 4");
    }

    private static Object[] with(List<Object> words, Object... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toArray();
    }

    /** The ranks of this machine, measured: one is slowed and owns less. */
    @Test
    @Daily(3)
    void shouldMeasureTheRanksAndPlanForThem() throws IOException {
        Path report = folder.resolve("report.txt");
        assertThat(hpl("run", "-N", 400, "--nb", 16, "-Q", 2, "--map", "weighted", "--emulate-slowdown", "1,8", "--blas", "reference",
                "--progress", "none", "--output", report)).isZero();
        assertThat(Files.readString(report)).contains("PASSED").contains("# note:    ranks: measured")
                .containsPattern("plan for N=400 NB=16 P=1 Q=2: weighted");
    }

    @Test
    void shouldFindAnNForTheMemory() {
        assertThat(hpl("plan", "--cluster", CLASSROOM, "--nb", "256", "--map", "weighted")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("Plan: weighted.*, N=\\d{5,6} NB=256");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "plan                                  | no cluster is given, and one rank needs no plan: name a cluster file with --cluster",
        "plan --cluster no.cluster                       | no.cluster: no such file: name one that exists",
        "plan --cluster FILE                             | the memory of rank 0 is not known",
        "plan --cluster FILE -N 0                        | option -N: expected an integer >= 1, found `0`",
        "plan --cluster FILE -N 100 --nb x               | option --nb: expected integers >= 1, found `x`",
        "plan --cluster FILE -N 100 -P 2                 | -P 2: a grid needs both: give -P and -Q, or neither",
        "plan --cluster FILE -N 100 -P 2 -Q 3            | P=2 Q=3 need 6 ranks, the cluster has 4",
        "plan --cluster FILE -N 100 -P 65536 -Q 65536    | P=65536 Q=65536 need 4294967296 ranks, the cluster has 4",
        "plan -N 5000 -P 2 -Q 2 --ranks 3                | -P 2 -Q 2 --ranks 3: the grid needs 4 ranks: choose a smaller grid or",
        "plan -N 5000 -P 65536 -Q 65536                  | P=65536 Q=65536 are 4294967296 processes: choose P x Q <= 2147483647",
        "plan --cluster FILE -N 100 --map round          | expected one of auto, cyclic, cells, weighted, shared, found `round`",
        "plan --cluster FILE -N 100 --svg /no/such/x     | --picture /no/such/x: no file can be written there",
        "plan --cluster FILE -N 100 --write /no/such/x   | --write /no/such/x: no file can be written there",
        "plan --cluster FILE -N 26000                    | N=26000 needs 5.04 GiB, the ranks have 4.00 GiB: choose N < 23170, or drop",
        "plan --cluster FILE -N 1000000000               | N=1000000000 needs 7450580596.92 GiB, the ranks have 4.00 GiB: choose N < 23170",
        "plan --cluster FILE -N 20000000                 | N=20000000 NB=96: more than 100000 panels cannot be planned",
        "run -N 100 --ranks 3 --cluster FILE --map auto --progress none | the cluster file has 4 rank(s), the run has 3",
        "run -N 100 -P 2 -Q 2 --ranks 3                  | --ranks 3: P x Q is 4",
        "run -N 100 --ranks x                            | option --ranks: expected an integer >= 1, found `x`",
        "run --plan FILE                                 | line 1: expected one of plan, kind",
        "run --plan no.plan                              | no.plan: no such file",
        "run --plan no.plan --map cyclic                 | --map cyclic --plan no.plan: a plan has a map: drop one of the two",
    })
    void shouldSayWhatIsWrongAndEndWithTwo(String line, String message) throws IOException {
        String cluster = file("my.cluster", message.contains("GiB") ? CLUSTER.replace("GFLOPS", "GFLOPS memory=1GiB") : CLUSTER).toString();
        Object[] words = line.strip().replace("FILE", cluster).split(" +");
        assertThat(hpl(words)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("hpl: ").contains(message).doesNotContain("\tat ").hasLineCount(1);
    }
}
