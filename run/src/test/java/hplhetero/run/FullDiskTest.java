package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be written is told in one message that names the file, and is not claimed. */
@EnabledOnOs(OS.LINUX)
@Slow
final class FullDiskTest {
    private static final String FULL = "/dev/full";
    private static final String TREE = "fabric fattree paths=3\nlevel 1 children=3\nlevel 2 children=6 parents=3\n"
            + "ranks 0-3 nodes=3,5,6,9\n";
    private static final String EXAMPLES = "../examples/";
    private static final String HOME = "user.home";

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final String home = System.getProperty(HOME);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setOut(out);
        System.setErr(err);
        System.setProperty(HOME, home);
    }

    private int run(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "-N", "20", "--nb", "8", "--blas", "reference", "--workers", "1", "--progress",
                "none", "--history", "no"));
        words.addAll(List.of(more));
        return Main.execute(words.toArray(String[]::new));
    }

    private String errors() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowTheTextThatCouldNotBeWritten() {
        assertThat(run("--output", FULL)).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).containsPattern("W\\S+ +20 +8 +1 +1 ").contains("PASSED", "End of Tests.",
                "hpl: /dev/full cannot be written (No space left on device): free space there");
        assertThat(errors().lines().filter(line -> line.contains("cannot be written (")).count()).isEqualTo(1);
        assertThat(errors()).doesNotContain("results in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--report", "--trace", "--csv", "--markdown"})
    void shouldNameTheFileAndWriteTheOthers(String option) {
        Path text = folder.resolve("HPL.out");
        assertThat(run("--output", text.toString(), option, FULL)).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).contains("hpl: /dev/full cannot be written (No space left on device)", "results in " + text)
                .doesNotContain("results in " + text + ", /dev/full");
        assertThat(text).content().contains("End of Tests.");
    }

    /** Each command that writes a file, with input that is small. */
    @ParameterizedTest
    @Daily(3)
    @ValueSource(strings = {
        "run -N 20 --nb 8 --blas reference --workers 1 --progress none --history no --prometheus FULL",
        "plan --cluster CLUSTER -N 1000 --write FULL",
        "plan --cluster CLUSTER -N 1000 --svg FULL",
        "predict --cluster CLUSTER -N 1000 --json FULL",
        "calibrate --ranks 1 --workers 1 --nb 64 --blas native --seconds 0.01 --progress none --write FULL",
        "net draw --topology NET --out FULL",
        "net predict --topology NET --collective alltoall --bytes 1024 --json FULL",
        "net simulate --hpl --topology NET -N 500 --nb 100 -P 2 -Q 2 --gantt FULL",
        "net lids --topology TREE --json FULL", "net lids --topology TREE --table FULL", "net lids --topology TREE --out FULL",
        "history --csv FULL", "history --markdown FULL", "history --json FULL", "history --svg FULL",
        "report RESULT --output FULL",
        "compare RESULT RESULT > FULL",
        "history > FULL"})
    void shouldEndWithOneLineWhereACommandCannotWriteItsFile(String line) throws IOException {
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        System.setProperty(HOME, folder.toString());
        Path result = folder.resolve("r.json");
        assertThat(Main.execute("run", "-N", "20", "--nb", "8", "--blas", "reference", "--workers", "1", "--progress", "none", "--history",
                "yes", "--json", result.toString())).isEqualTo(ExitCode.OK);
        said.reset();
        boolean redirected = line.endsWith(" > FULL");
        try (FileOutputStream device = new FileOutputStream(FULL);
                PrintStream full = new PrintStream(device, false, StandardCharsets.UTF_8)) {
            if (redirected) {
                System.setOut(full);
            }
            String words = line.replace(" > FULL", "").replace("FULL", FULL).replace("RESULT", result.toString())
                    .replace("CLUSTER", EXAMPLES + "classroom.cluster")
                    .replace("NET", Files.writeString(folder.resolve("my.net"), "fabric mesh 4\n").toString())
                    .replace("TREE", Files.writeString(folder.resolve("tree.net"), TREE).toString());
            assertThat(Main.execute(words.split(" "))).as(errors()).isEqualTo(ExitCode.FAILED);
        }
        String name = redirected ? "standard output" : FULL;
        assertThat(errors().lines().filter(text -> text.startsWith("hpl: " + name + " cannot be written (")))
                .singleElement().asString().endsWith("): free space there, or name another file");
        assertThat(errors()).doesNotContain("results in /dev/full", "internal error", "\tat ");
    }

    /** The rest of a sweep is worth more than the file that follows it; what has room by the end is written. */
    @Test
    @Needs({Component.ROOT, Component.NAMESPACES})
    void shouldGoOnAndNameEachFileOfAFullFileSystem() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        command("mount", "-t", "tmpfs", "-o", "size=4k", "none", small.toString());
        try {
            Path text = folder.resolve("HPL.out");
            assertThat(run("--repeat", "2", "--output", text.toString(), "--json", small.resolve("r.json").toString(), "--report",
                    small.resolve("r.html").toString())).isEqualTo(ExitCode.FAILED);
            assertThat(text).content().contains("2 tests completed and passed residual checks");
            assertThat(errors()).contains("hpl: warning: " + small.resolve("r.json") + " cannot be written (No space left on device)",
                    "hpl: " + small.resolve("r.json") + " cannot be written (", "hpl: " + small.resolve("r.html") + " cannot be written (");
            assertThat(errors().strip().lines().toList().getLast()).startsWith("PASSED 2 of 2").endsWith("results in " + text);
            try (Stream<Path> left = Files.list(small)) {
                assertThat(left).isEmpty();
            }
        } finally {
            command("umount", small.toString());
        }
    }

    private static void command(String... words) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void shouldTellThatStandardOutputIsFull() throws IOException {
        try (FileOutputStream device = new FileOutputStream(FULL);
                PrintStream full = new PrintStream(device, false, StandardCharsets.UTF_8)) {
            System.setOut(full);
            assertThat(Main.execute("completion", "bash")).isEqualTo(ExitCode.FAILED);
        }
        assertThat(errors()).contains("hpl: standard output cannot be written (");
    }
}
