package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Slow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hpl history}, {@code compare} and {@code import}, over results of small runs and texts of netlib's, in a home of their own. */
@Slow
final class HistoryCommandsTest {
    private static final String HOME = "user.home";
    private static final String WIDTH = "hpl.columns";
    private static final Path SAMPLES = Path.of("..", "results", "src", "test", "resources");
    private static final int COLUMNS = 80;
    /** The property that names a folder with files like a machine's, which a meter of power reads. */
    private static final String POWER_ROOT = "hpl.test.power.root";

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final String home = System.getProperty(HOME);
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void begin() {
        Assumptions.assumeTrue(System.getenv().getOrDefault("XDG_DATA_HOME", "").isEmpty(), "XDG_DATA_HOME is set: results are kept there");
        System.setProperty(HOME, folder.toString());
        System.setProperty(WIDTH, "" + COLUMNS);
        System.setOut(new PrintStream(shown, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() {
        System.setOut(out);
        System.setErr(err);
        System.setProperty(HOME, home);
        System.clearProperty(WIDTH);
    }

    /** What is shown is that of this command alone. */
    private int hpl(Object... arguments) {
        shown.reset();
        said.reset();
        return Main.execute(Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
    }

    private String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private int run(Object... more) {
        List<Object> words = new ArrayList<>(List.of("run", "--nb", 8, "--blas", "reference", "--workers", 1, "--progress", "none",
                "--history", "yes", "--output", folder.resolve("HPL.out")));
        words.addAll(List.of(more));
        return hpl(words.toArray());
    }

    /** A meter that always shows 40 W; the tests are too short for a figure of energy. */
    @Test
    void shouldFillASheetWithIdlePower() throws Exception {
        Path meter = folder.resolve("tree/sys/class/hwmon/hwmon0");
        Files.createDirectories(meter);
        Files.writeString(meter.resolve("name"), "power_meter\n");
        Files.writeString(meter.resolve("power1_average"), "40000000\n");
        System.setProperty(POWER_ROOT, folder.resolve("tree").toString());
        try {
            assertThat(run("-N", "8,16", "-Q", 2, "--idle-power", "0.2")).as(errors()).isEqualTo(ExitCode.OK);
        } finally {
            System.clearProperty(POWER_ROOT);
        }
        Path sheet = folder.resolve("sheet.csv");
        assertThat(hpl("top500", "--csv", sheet)).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(text()).containsPattern("(?m)^Rmax: +[0-9.]+ GFLOPS")
                .containsPattern("(?m)^idle power: +40[.0]* W for 0.2000 s by hwmon").containsPattern("(?m)^power: +not known");
        assertThat(sheet).content().startsWith("entry,value,unit,note\n").containsPattern("\nidle power,40[.0]* W for 0.2000 s by hwmon");
        assertThat(hpl("history", "show")).isEqualTo(ExitCode.OK);
        assertThat(text()).containsPattern("(?m)^idle power: +40[.0]* W for");
    }

    @Test
    void shouldFillNoSheetFromTestsThatFailed() {
        run("-N", "20", "--threshold", "1e-9");
        assertThat(hpl("top500")).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("last: none of 1 test(s) counts: a list takes tests that passed");
    }

    /** What belongs to the run and to its hosts; the script has not started this process, so nobody knows a command line. */
    @Test
    void shouldShowAllThatIsKeptOfATest() {
        run("-N", "8,16");
        assertThat(hpl("history", "show", 2)).isEqualTo(ExitCode.OK);
        assertThat(text()).containsPattern("(?m)^test: +W\\S+ N=16 NB=8 P=1 Q=1$").containsPattern("(?m)^status: +passed$")
                .containsPattern("(?m)^kernel: +\\S+").doesNotContain("N=8 ", "command:");
        assertThat(hpl("history", "show")).isEqualTo(ExitCode.OK);
        assertThat(text().split("\n\n")).hasSize(2);
        assertThat(hpl("history", "show", 3)).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("no such result, 2 are kept");
    }

    private Path file() {
        return folder.resolve(".local/share/hpl-hetero/history.jsonl");
    }

    @Test
    void shouldSayWhereNothingIsKeptYet() {
        assertThat(hpl("history")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("No results are kept yet", "./hpl run", "./hpl import HPL.out");
        assertThat(hpl("compare", "last", "last")).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("last: 0 run(s) are kept: 'hpl run' keeps each run").hasLineCount(1);
    }

    @Test
    void shouldKeepRunsAndCompareThem() {
        assertThat(run("-N", "40,50", "--json", folder.resolve("first.json"))).isEqualTo(ExitCode.OK);
        assertThat(run("-N", "50,60", "--threshold", "1e-9")).isEqualTo(ExitCode.FAILED);
        assertThat(hpl("history")).isEqualTo(ExitCode.OK);
        assertThat(text().lines().filter(line -> line.matches("[1-4] .*"))).hasSize(4).allMatch(line -> line.length() <= COLUMNS);
        assertThat(text()).containsPattern("(?m)^4 +.* 60 +8 +1x1 .* failed").containsPattern("(?m)^1 +.* 40 +8 +1x1 .* passed");

        Path tests = folder.resolve("compare.xml");
        assertThat(hpl("compare", "last~1", "last", "--junit", tests)).isEqualTo(ExitCode.FAILED);
        assertThat(tests).content().contains("<testsuite name=\"compare\" tests=\"1\" failures=\"1\" ",
                "classname=\"compare\" name=\"N=50 NB=8 ", "<failure type=\"FAILS now\" message=\"old ");
        assertThat(text()).containsPattern("(?m)^N=50 NB=8 1x1 WR11R2R4 .* FAILS now$").contains("only in old: N=40 NB=8 1x1 WR11R2R4",
                "only in new: N=60", "nothing else changed", "1 case in both: 1 FAILS now (tolerance 5 %)");
        assertThat(hpl("compare", folder.resolve("first.json"), "last~1")).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("2 cases in both: 2 within tolerance");
        assertThat(hpl("compare", "1", "2", "--tolerance", "1e9")).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("compared: the fastest case of each result, whatever its N, NB and grid", "N=40->50 NB=8 1x1",
                "1 case compared: 1 within tolerance");
        assertThat(hpl("compare", "1", "2", "--by", "case")).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("--by case: no case of 2 is in 1: the new result has N=50 NB=8 1x1", "drop --by, or give --by best");
        assertThat(hpl("compare", "1", "4")).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("4: none of its tests has passed, so it has no rate to compare: give another result");
        assertThat(hpl("compare", "2", "#2", "--tolerance", "0")).isEqualTo(ExitCode.OK);
    }

    /** Ours differs from theirs in NB nearly always. */
    @Test
    void shouldCompareTheFastestCasesOfEachNThatBothHave() throws IOException {
        Path theirs = netlib("theirs.out", "WR11C2R4 8000 192 1 2 2.00 1.70e+02", "WR11C2R4 8000 256 1 2 2.10 1.60e+02",
                "WR11C2R4 9000 192 1 2 2.00 2.40e+02");
        Path ours = netlib("ours.out", "WR11R2R4 8000 96 1 1 2.10 1.60e+02", "WR11R2R4 8000 160 1 1 1.70 2.04e+02",
                "WR11R2R4 7000 160 1 1 1.70 1.34e+02");
        assertThat(hpl("compare", theirs, ours)).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("compared: the fastest case of each N, whatever its NB and grid",
                "only in old: N=9000", "only in new: N=7000", "1 case compared: 1 faster")
                .containsPattern("N=8000 NB=192->160 1x2->1x1 +170 +204 +\\+20.0 %");
        assertThat(hpl("compare", theirs, ours, "--by", "best")).isEqualTo(ExitCode.FAILED);
        assertThat(text()).containsPattern("N=9000->8000 NB=192->160 1x2->1x1 +240 +204 +-15.0 %");
    }

    private Path netlib(String name, String... rows) throws IOException {
        return Files.writeString(folder.resolve(name), "HPLinpack 2.3  --  High-Performance Linpack benchmark\n" + String.join("\n", rows)
                + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "c22-nvidia-1.0.out, HPL-NVIDIA 1.0.0, WR03L2L2 90960 288 2 2 267.03 1879.0",
        "c24-intel.out, HPLinpack 2.1, WR00L2L4 104288 384 2 2 182.3 4148.45",
        "c25-ansible.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c26-mpich-label.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c26-ompi5-tag.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c26-srun-label.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c26-tag-output.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c29-vvv.out, HPLinpack 2.3, WR00R2R4 76640 256 8 16 52.89 5674.1",
        "c30-rochpl.out, HPLinpack 2.2, WC10R2R32 45312 384 1 1 2.01 30920.0",
        "c31-ansi.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c31-crlf.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c31-utf16.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c35-minutes.out, HPLinpack 2.3, WR11C2R4 14745 256 1 4 192.75 11.088",
        "c69-hplx.csv, CSV, WR11C2R4 14745 256 1 4 192.75 11.088"})
    void shouldImportTheNumbersOfOutputsThatPeopleHave(String file, String program, String numbers) {
        assertThat(hpl("import", Path.of("src", "test", "resources", "cases", file))).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(hpl("history", "--csv", "-")).isEqualTo(ExitCode.OK);
        String[] fields = text().lines().toList().getLast().split(",");
        assertThat(fields[1]).isEqualTo(program);
        assertThat(String.join(" ", Arrays.copyOfRange(fields, 5, 12))).isEqualTo(numbers);
        assertThat(fields[14]).isEqualTo(file.endsWith(".csv") ? "unchecked" : "passed");
    }

    @Test
    void shouldKeepTheGoodFileAndNameTheBadOne() {
        Path cases = Path.of("src", "test", "resources", "cases");
        assertThat(hpl("import", cases.resolve("c70-two-files-one-bad.out"), cases.resolve("c29-vvv.out"))).isEqualTo(ExitCode.FAILED);
        assertThat(text()).contains("c29-vvv.out: 1 added").hasLineCount(1);
        assertThat(errors()).startsWith("hpl: ").contains("c70-two-files-one-bad.out: has no result of a test").hasLineCount(1);
        assertThat(hpl("history")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("76640");
    }

    @Test
    void shouldReadStandardInput() throws IOException {
        InputStream before = System.in;
        try {
            System.setIn(Files.newInputStream(Path.of("src", "test", "resources", "cases", "c26-srun-label.out")));
            assertThat(hpl("import", "-")).as(errors()).isEqualTo(ExitCode.OK);
            assertThat(text()).contains("-: 1 added");
            System.setIn(new ByteArrayInputStream("rubbish".getBytes(StandardCharsets.US_ASCII)));
            assertThat(hpl("run", "-")).isEqualTo(ExitCode.USAGE);
            assertThat(errors()).contains("hpl: standard input: ends after line 1 of 31").hasLineCount(1);
            System.setIn(Files.newInputStream(Path.of("src", "test", "resources", "cases", "c64-one-block.dat")));
            assertThat(hpl("run", "-", "--blas", "reference", "--workers", 1, "--progress", "none", "-N", 20)).as(errors())
                    .isEqualTo(ExitCode.OK);
            assertThat(hpl("run", "-", "--hosts", "a,b")).isEqualTo(ExitCode.USAGE);
            assertThat(errors()).contains("-: standard input does not reach ranks on other hosts").hasLineCount(1);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldKeepNothingWhereThatIsAsked() {
        assertThat(hpl("run", "-N", 40, "--nb", 8, "--blas", "reference", "--workers", 1, "--progress", "none", "--history", "no",
                "--output", folder.resolve("HPL.out"))).isEqualTo(ExitCode.OK);
        assertThat(file()).doesNotExist();
    }

    @Test
    void shouldPassTheRunWhereItCannotKeepIt() throws Exception {
        Files.writeString(folder.resolve(".local"), "no folder");
        assertThat(run("-N", "40,50")).isEqualTo(ExitCode.OK);
        assertThat(errors()).containsOnlyOnce("hpl: warning: results are not kept: ");
    }

    @Test
    void shouldImportNetlibsTextsOnce() throws Exception {
        Path hpcc = SAMPLES.resolve("hpccoutf.txt");
        assertThat(hpl("import", SAMPLES.resolve("sample.out"), SAMPLES.resolve("sample-failed.out"), hpcc, "--host", "old1"))
                .isEqualTo(ExitCode.OK);
        assertThat(text().lines().map(line -> line.replaceAll(".*/", ""))).containsExactly("sample.out: 8 added",
                "sample-failed.out: 1 added", "hpccoutf.txt: 2 added");
        assertThat(hpl("import", SAMPLES.resolve("sample.out"))).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("sample.out: 0 added, 8 were there already");
        assertThat(hpl("history", "--program", "2.0")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("old1, all passed, HPL 2.0", "2 of 11 results");
        assertThat(hpl("history", "-N", 200, "--host", "old1", "--last", 1)).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("1 of 11 results");
        assertThat(hpl("history", "--host", "nobody")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("None of 11 results");
        assertThat(hpl("history", "--since", "2099-01-01")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("None of 11 results");
    }

    @Test
    void shouldAddNothingWhereNoFileHasAResult() throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "no result\n");
        assertThat(hpl("import", folder.resolve("none"), other)).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("other: has no result of a test", "none: no such file").hasLineCount(2);
        assertThat(file()).doesNotExist();
    }

    @Test
    void shouldSayThatATextHasNoTimes() throws Exception {
        Path text = folder.resolve("HPL.out");
        Files.write(text, Files.readAllLines(SAMPLES.resolve("hpccoutf.txt")).stream().filter(line -> !line.startsWith("Current"))
                .toList());
        assertThat(hpl("import", text)).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("2 added; the file does not say when 2 of them ran: they get the file's time");
    }

    @Test
    void shouldCompareNetlibsTextWithOurs() throws Exception {
        assertThat(hpl("run", "-N", 97, "--nb", 16, "--blas", "reference", "--workers", 1, "--progress", "none", "--output",
                folder.resolve("HPL.out"), "--history", "no")).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(hpl("compare", SAMPLES.resolve("hpccoutf.txt"), folder.resolve("HPL.out"), "--tolerance", "1e9%"))
                .isEqualTo(ExitCode.OK);
        assertThat(text()).containsPattern("(?m)^N=97 NB=16 1x1 WR11C2R4 -> WR11R2R4 .* within tolerance$")
                .contains("changed: program: HPLinpack 2.0 -> hpl-hetero", "only in old: N=200");
        assertThat(text().lines()).allMatch(line -> line.length() <= COLUMNS);
    }

    @Test
    void shouldWriteFilesOfWhatWasKept() throws Exception {
        hpl("import", SAMPLES.resolve("sample.out"), SAMPLES.resolve("sample-failed.out"));
        Path svg = folder.resolve("h.svg");
        Path csv = folder.resolve("h.csv");
        assertThat(hpl("history", "--svg", svg, "--csv", csv, "--json", "-")).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(svg)).contains("<svg", "- N=200", "GFLOPS", "days since 2026-11-20").doesNotContain("NaN");
        assertThat(Files.readAllLines(csv)).hasSize(1 + 9);
        assertThat(text()).startsWith("{").contains("\"variant\" : \"WR00R2C4\"").endsWith("}\n");
        assertThat(hpl("history", "--svg", svg, "-N", 7)).isEqualTo(ExitCode.USAGE);
        assertThat(errors()).contains("results has a rate to draw").hasLineCount(1);
    }

    @Test
    void shouldShowNoNameThatATerminalObeys() throws Exception {
        assertThat(hpl("import", SAMPLES.resolve("sample.out"), "--host", "\033[31mred\u0085\u202e\u0007")).isEqualTo(ExitCode.OK);
        assertThat(hpl("history")).isEqualTo(ExitCode.OK);
        assertThat(text()).contains("[31mred").doesNotContainPattern("[\\p{C}&&[^\n]]");
        assertThat(hpl("compare", "last", "last")).isEqualTo(ExitCode.OK);
        assertThat(text()).doesNotContainPattern("[\\p{C}&&[^\n]]");
    }

    @Test
    void shouldTellOfLinesThatCannotBeRead() throws Exception {
        hpl("import", SAMPLES.resolve("sample.out"));
        Files.writeString(file(), "{\"half", StandardOpenOption.APPEND);
        assertThat(hpl("history")).isEqualTo(ExitCode.OK);
        assertThat(errors()).contains("1 line(s) of " + file(), "ignored");
        assertThat(text()).containsPattern("(?m)^8 ");
    }

    @Test
    void shouldMarkEmulatedRuns() throws Exception {
        assertThat(run("-N", 40, "-Q", 2, "--emulate-slowdown", "1,1.5")).isEqualTo(ExitCode.OK);
        Path text = folder.resolve("HPL.out");
        hpl("history");
        assertThat(text()).containsPattern("(?m)^1 .* emulated").containsPattern("so the machine is faster than these\\s+rates");
        Files.delete(file());
        assertThat(hpl("import", text)).isEqualTo(ExitCode.OK);
        hpl("history");
        assertThat(text()).containsPattern("(?m)^1 .* emulated");
    }

    @Test
    void shouldWriteCsvAndMetricsOfARun() throws Exception {
        Path csv = folder.resolve("r.csv");
        Path metrics = folder.resolve("r.prom");
        assertThat(run("-N", "40,50", "--csv", csv, "--prometheus", metrics)).as(errors()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(csv)).hasSize(3).last().asString().contains(",WR11R2R4,50,8,1,1,", ",passed,false,");
        assertThat(Files.readString(metrics)).contains("n=\"50\"", "hpl_passed{");
        String run = Files.readAllLines(file()).getFirst().replaceAll(".*\"run\":\"([^\"]+)\".*", "$1");
        assertThat(Files.readString(csv)).as("the name it has in the history").contains("," + run + ",0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "history --last 0            | --last 0: must be at least 1",
        "history --since soon        | --since soon: expected a day such as 2026-01-31",
        "history --since -3d         | --since -3d: expected a day",
        "history --csv /no/such/x    | --csv /no/such/x: no file can be written there",
        "history -N x                | option -N: expected a whole number, found `x`",
        "compare a                   | NEW: not given: write './hpl compare OLD NEW'",
        "compare nothing nothing     | nothing: no such file: name a file, or last, last~1, or a number that 'hpl history' shows",
        "compare 1 1                 | 1: no such result, 0 are kept",
        "compare last~3 last         | last~3: 0 run(s) are kept",
        "compare a b --tolerance -1  | --tolerance -1: expected a percentage >= 0",
        "compare a b --tolerance x   | --tolerance x: expected a percentage >= 0",
        "import                      | HPL.out: not given: write './hpl import HPL.out'",
        "import nothing              | nothing: no such file",
        "import ..                   | ..: is a directory",
        "run -N 10 --csv /no/such/x  | --csv /no/such/x: no file can be written there",
        "run -N 10 --prometheus x.txt | --prometheus x.txt: node_exporter reads files whose name ends in .prom: name it x.txt.prom",
        "run -N 10 --history perhaps | option --history: expected one of yes, no, found `perhaps`: give one of these",
    })
    void shouldSayWhatIsWrongAndEndWithTwo(String line, String message) {
        int code = hpl((Object[]) line.strip().split(" +"));
        assertThat(errors()).startsWith("hpl: ").contains(message).doesNotContain("\tat ").hasLineCount(1);
        assertThat(code).isEqualTo(ExitCode.USAGE);
    }
}
