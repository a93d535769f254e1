package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code --quiet} a run shows netlib's text and errors, and nothing else. */
final class QuietTest {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveBack() {
        System.setErr(before);
    }

    private int run(String... more) {
        List<String> words = new ArrayList<>(List.of("run", "-N", "10", "--blas", "reference", "--workers", "1", "--bind", "none",
                "--history", "no", "--progress", "plain", "--color", "never", "--output", folder.resolve("out").toString()));
        words.addAll(List.of(more));
        return Main.execute(words.toArray(String[]::new));
    }

    private List<String> ourLines() throws IOException {
        return Files.readAllLines(folder.resolve("out")).stream().filter(line -> line.startsWith("#")).toList();
    }

    @Test
    void shouldPrintNetlibsLinesAloneWhereAllIsWell() throws Exception {
        assertThat(run()).isEqualTo(ExitCode.OK);
        assertThat(ourLines()).isNotEmpty();
        assertThat(said()).contains("PASSED");
        shown.reset();
        assertThat(run("--quiet")).isEqualTo(ExitCode.OK);
        assertThat(ourLines()).isEmpty();
        assertThat(folder.resolve("out")).content().contains("...... PASSED", "End of Tests.");
        assertThat(said()).isEmpty();
    }

    @Test
    void shouldSayWhatHasNotPassed() {
        assertThat(run("--quiet", "--threshold", "1e-9")).isEqualTo(ExitCode.FAILED);
        assertThat(said()).startsWith("FAILED ").hasLineCount(1);
    }

    @Test
    void shouldStillSayWhatCannotBeUsed() {
        assertThat(run("--quiet", "--nb", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(said()).startsWith("hpl: ").contains("--nb").hasLineCount(1);
    }

    private String said() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
