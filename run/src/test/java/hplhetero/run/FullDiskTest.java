package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
final class FullDiskTest {
    private static final String FULL = "/dev/full";

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
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
    @ValueSource(strings = {"--json", "--report", "--trace", "--csv"})
    void shouldNameTheFileAndWriteTheOthers(String option) {
        Path text = folder.resolve("HPL.out");
        assertThat(run("--output", text.toString(), option, FULL)).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).contains("hpl: /dev/full cannot be written (No space left on device)", "results in " + text)
                .doesNotContain("results in " + text + ", /dev/full");
        assertThat(text).content().contains("End of Tests.");
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
