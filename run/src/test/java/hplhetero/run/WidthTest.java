package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.Screen;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Nothing that a command prints is longer than a line of the terminal. Standard output is not folded here: tables fit by themselves. */
@Slow
final class WidthTest {
    private static final String COLUMNS = "hpl.columns";
    /** For how many milliseconds {@code check} measures the load of this host. */
    private static final String LOAD_MILLIS = "hpl.test.load.millis";
    private static final List<Integer> WIDTHS = List.of(80, 120);
    private static final Path EXAMPLES = Path.of("..", "examples");

    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @AfterEach
    void giveBack() {
        System.clearProperty(COLUMNS);
        System.clearProperty(LOAD_MILLIS);
        System.setOut(outBefore);
        System.setErr(errBefore);
    }

    private int hpl(int columns, List<String> words) {
        System.setProperty(COLUMNS, String.valueOf(columns));
        System.setProperty(LOAD_MILLIS, "50");
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new Screen(err, columns, StandardCharsets.UTF_8));
        return Main.execute(words.toArray(String[]::new));
    }

    private static void fits(ByteArrayOutputStream said, int columns) {
        assertThat(said.toString(StandardCharsets.UTF_8).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Stream<Arguments> commands() {
        String five = EXAMPLES.resolve("five-boards.cluster").toString();
        String classroom = EXAMPLES.resolve("classroom.cluster").toString();
        return Stream.of("plan --cluster " + classroom + " -N 20000 --write FOLDER/my.plan --svg FOLDER/map.svg",
                "plan --topology FOLDER/my.topology -N 400 --nb 16 --exhaustive --orders 2",
                "predict --cluster " + five + " --json FOLDER/prediction.json",
                "calibrate --ranks 2 --seconds 0.2 --nb 64 --blas native --workers 1 --write FOLDER/measured.cluster",
                "blas", "check --rates no -N 1000",
                "net predict --topology FOLDER/my.topology --bytes 64,1Mi", "net simulate --topology FOLDER/my.topology --bytes 64",
                "net simulate --hpl --topology FOLDER/my.topology -N 1000 --nb 100",
                "net bench --simulated --topology FOLDER/my.topology --collective alltoall,bcast",
                "net bench --ranks 2 --collective bcast --bytes 64 --calls 10",
                "net draw --topology FOLDER/my.topology --out FOLDER/net.svg",
                "net lids --topology FOLDER/tree.topology --for alltoall,rows --grid 4x6 --table FOLDER/my.lids",
                "net probe --ranks 3 --seconds 0.1 --bytes 8,1Ki", "net study --placements 3 --calls 10")
                .flatMap(words -> WIDTHS.stream().map(columns -> Arguments.of(columns, words)));
    }

    @Daily(3)
    @ParameterizedTest(name = "{0} columns: {1}")
    @MethodSource("commands")
    void shouldFitWhatACommandPrints(int columns, String words) throws IOException {
        file("my.topology", "fabric torus 4x4\nranks 0-7 nodes=0-7\n");
        file("tree.topology", "fabric kary 6 levels=2 paths=6\nranks 0-23 nodes=0-16,20,24,27-31\n");
        List<String> all = List.of(words.replace("FOLDER", folder.toString()).split(" "));
        assertThat(hpl(columns, all)).as("%s%s", out, err).isBetween(0, 1);
        fits(out, columns);
        fits(err, columns);
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void shouldFitOurLinesOfARun(int columns) throws IOException {
        Path dat = file("HPL.dat", """
                two lines
                that nobody reads
                HPL.out
                7    standard error
                2    N
                300 301
                2    NB
                16 32
                0    PMAP
                1    grids
                1
                2
                16.0
                1
                0
                1
                2
                1
                2
                1
                0
                1
                0
                1
                1
                0
                64
                0
                0
                1
                8
                """);
        System.setProperty(COLUMNS, String.valueOf(columns));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Main.execute("run", dat.toString(), "--blas", "reference", "--workers", "1", "--map", "cyclic", "--repeat", "2",
                "--color", "never", "--progress", "none", "--json", folder.resolve("r.json").toString());
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isZero();
        List<String> ours = new ArrayList<>(said.lines().filter(line -> line.startsWith("#")).toList());
        assertThat(ours).hasSizeGreaterThan(20).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(said).contains("Finished      8 tests").containsPattern("# +N .* runs +spread +status\n");
        String last = said.lines().reduce((a, b) -> b).orElseThrow();
        assertThat(last).startsWith("PASSED 8 of 8, ").endsWith("; results in " + folder.resolve("r.json"));
    }

    @ParameterizedTest
    @MethodSource("helps")
    void shouldFitHelp(List<String> command) {
        List<String> words = new ArrayList<>(command);
        words.add("--help");
        assertThat(hpl(80, words)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Usage: ");
        fits(out, 80);
    }

    private static Stream<List<String>> helps() {
        return helps(HplCommand.withAll(), List.of());
    }

    private static Stream<List<String>> helps(CommandLine line, List<String> words) {
        return Stream.concat(Stream.of(words), line.getSubcommands().entrySet().stream().filter(each -> !each.getKey().equals("help"))
                .flatMap(each -> helps(each.getValue(), Stream.concat(words.stream(), Stream.of(each.getKey())).toList())));
    }
}
