package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
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

/** {@code hpl run --report}, and {@code hpl report} of what a run wrote. */
final class ReportCommandTest {
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

    private static int hpl(Object... words) {
        return Main.execute(Stream.of(words).map(Object::toString).toArray(String[]::new));
    }

    /** A run of two tests on two ranks. */
    private Path result() {
        Path json = folder.resolve("result.json");
        assertThat(hpl("run", "-N", "64,96", "--nb", "16", "-P", "1", "-Q", "2", "--blas", "reference", "--workers", "1", "--map", "cyclic",
                "--json", json, "--report", folder.resolve("now.html"), "--output", folder.resolve("hpl.out"))).as(err.toString())
                .isEqualTo(ExitCode.OK);
        return json;
    }

    @Test
    void shouldReportARunAsItEndsAndFromItsJson() throws IOException {
        Path json = result();
        String now = Files.readString(folder.resolve("now.html"));
        assertThat(now).startsWith("<!DOCTYPE html>").contains("2 of 2 passed", "GFLOPS over the run", "Where the peak went",
                "The map of blocks", "Three panel steps", "<script type=\"application/json\" id=\"results\">");
        assertThat(hpl("report", json)).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("report written: " + folder.resolve("result.html"));
        // JSON has the times of the course in microseconds
        assertThat(shape(Files.readString(folder.resolve("result.html")))).isEqualTo(shape(now));
    }

    /** Everything but the pictures' coordinates and the results themselves. */
    private static String shape(String page) {
        return page.substring(0, page.indexOf("<script")).replaceAll("(?s)<(svg|figcaption).*?</\\1>", "<$1/>");
    }

    @Test
    void shouldCompareSeveralResults() throws IOException {
        Path json = result();
        Path other = Files.copy(json, folder.resolve("other"));
        assertThat(hpl("report", other, json)).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("other.html"))).contains("2 results compared", "Side by side", json.toString());
        assertThat(hpl("report", other, json, "--output", folder.resolve("both.html"))).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("both.html")).exists();
    }

    @Test
    void shouldSayWhichFileCannotBeUsedAndWhatToDo() throws IOException {
        Path none = folder.resolve("none.json");
        refuse("no such file: name one that 'hpl run --json FILE' or HPL has written", "report", none);
        refuse("is a directory: name the file of results itself", "report", folder);
        refuse("is larger than 67108864 bytes, the limit for a file of results: name", "report", "/dev/zero", "--output",
                folder.resolve("r.html"));
        refuse("is not JSON", "report", Files.writeString(folder.resolve("text.json"), "HPLinpack 2.3"));
        refuse("/schema", "report", Files.writeString(folder.resolve("other.json"), "{\"schema\": 99, \"program\": {\"version\": \"9\"}}"));
        refuse("--output /no/such/folder/x.html: no file can be written there", "report", none, "--output", "/no/such/folder/x.html");
        refuse("RESULT.json: not given: write './hpl report RESULT.json'", "report");
        refuse("--report /no/such/folder/x.html: no file can be written there", "run", "-N", "10", "--report", "/no/such/folder/x.html");
    }

    /** A file may say anything; whoever reads it is not to run out of memory. */
    @Test
    void shouldDrawNoMapOfMoreBlocksThanAnybodySees() throws IOException {
        String text = Files.readString(result());
        for (String field : List.of("n", "p", "q")) {
            int results = text.indexOf("\"results\"");
            String spoilt = text.substring(0, results) + text.substring(results).replaceAll("\"" + field + "\" ?: ?\\d+", "\"" + field
                    + "\": 1000000000");
            Path file = Files.writeString(folder.resolve(field + ".json"), spoilt);
            assertThat(hpl("report", file)).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.OK);
            assertThat(Files.readString(folder.resolve(field + ".html"))).contains("Not drawn: with more than 16384 ranks");
        }
    }

    private void refuse(String why, Object... words) {
        err.reset();
        assertThat(hpl(words)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(why).doesNotContain("Exception", "\tat ");
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    }
}
