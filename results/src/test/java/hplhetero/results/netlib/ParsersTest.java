package hplhetero.results.netlib;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.text.ExtrasReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What public tools and scripts find in our whole output, lines of our own included. */
class ParsersTest {
    private static final Pattern REFRAME =
            Pattern.compile("(?m)^\\S+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\.\\d+\\s+(\\d+\\.\\d+e\\+\\d+)$");
    /** hpcbench looks at one line after the other, without its surrounding blanks. */
    private static final Pattern HPCBENCH_ROW = Pattern.compile(
            "(?m)^\\w+\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+([\\d.]+)\\s+([\\d.]+e[+-]\\d+)");
    private static final Pattern HPCBENCH = Pattern.compile(
            Pattern.quote("||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)") + "=\\s*(\\S*)\\s.*\\s([A-Z]*)");
    private static final String HOSTILE = "PASSED FAILED ||r||_oo/( Time Gflops\nWR00R2C4 30 3 2 2 0.00 8.1174e+03";

    @TempDir
    Path folder;

    private static String output(RunDescription run, List<CaseResult> results) {
        return Samples.netlibText(Samples.parameters(16), results)
                + Samples.printed(out -> new ExtrasReport(out).ends(Samples.sweep(run, Samples.parameters(16), results)));
    }

    private static String sampleOutput() {
        return output(hostile(), Samples.sample());
    }

    private static RunDescription hostile() {
        RunDescription.Host host = new RunDescription.Host(HOSTILE, HOSTILE, HOSTILE, HOSTILE, 2, 8L << 30, HOSTILE,
                new RunDescription.Provider(HOSTILE, HOSTILE, 1e10, HOSTILE), List.of(0, 1, 2, 3), 1, HOSTILE);
        return new RunDescription(HOSTILE, List.of(host), HOSTILE, HOSTILE,
                Optional.of(new RunDescription.Peak(1e15, HOSTILE)), List.of(HOSTILE), List.of(HOSTILE),
                List.of(new Slowdown(2), new Slowdown(4)), 1e10);
    }

    private List<String> shell(String script, String output) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("hpl.out"), output);
        Process process = new ProcessBuilder("sh", "-c", script, "sh", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines = new String(process.getInputStream().readAllBytes()).lines().toList();
        process.waitFor();
        return lines;
    }

    private static List<String> matches(Pattern pattern, String output, int group) {
        return pattern.matcher(output).results().map((MatchResult m) -> m.group(group)).toList();
    }

    private static List<String> matchesByLine(Pattern pattern, String output, int group) {
        return output.lines().flatMap(line -> matches(pattern, line.strip(), group).stream()).toList();
    }

    @Test
    void shouldGiveReframeItsRows() {
        assertThat(matches(REFRAME, sampleOutput(), 1))
                .containsExactly("1.6567e+00", "2.1799e+00", "3.0198e+00", "6.0816e+00");
    }

    @Test
    void shouldGiveHpcbenchItsChecks() {
        assertThat(matchesByLine(HPCBENCH, sampleOutput(), 2)).hasSize(8).containsOnly("PASSED");
        assertThat(matchesByLine(HPCBENCH_ROW, sampleOutput(), 6)).containsExactly("8.1174e-03", "4.9289e-02",
                "1.6567e+00", "2.1799e+00", "6.5725e-02", "2.9734e-01", "3.0198e+00", "6.0816e+00");
        assertThat(matchesByLine(HPCBENCH, sampleOutput(), 1)).hasSize(8).startsWith("8.37963983e-03");
        assertThat(matchesByLine(HPCBENCH, output(Samples.run(), List.of(Samples.failed())), 2)).containsExactly("FAILED");
    }

    @Test
    void shouldGiveScriptsTheirLines() throws IOException, InterruptedException {
        String output = sampleOutput();
        assertThat(shell("grep '_oo/' \"$1\" | awk '{print $4}'", output)).hasSize(8).containsOnly("PASSED");
        assertThat(shell("grep -A 2 'Time *Gflops' \"$1\" | tail -1", output)).containsExactly(
                "WR00R2C4         200    16     1     4               0.00             6.0816e+00");
        assertThat(shell("grep ^W \"$1\" | awk '{print $7}'", output)).containsExactly("8.1174e-03", "4.9289e-02",
                "1.6567e+00", "2.1799e+00", "6.5725e-02", "2.9734e-01", "3.0198e+00", "6.0816e+00");
        assertThat(shell("grep -c PASSED \"$1\"", output)).containsExactly("8");
        assertThat(shell("grep -c FAILED \"$1\"", output)).containsExactly("0");
        assertThat(shell("grep 'tests with the following results:' \"$1\"", output)).containsExactly(
                "Finished      8 tests with the following results:");
    }

    @Test
    void shouldKeepSkippedTestsAwayFromScripts() throws IOException, InterruptedException {
        List<CaseResult> results = new ArrayList<>(Samples.sample());
        results.add(Samples.skipped(HOSTILE));
        String output = output(hostile(), results);
        assertThat(shell("grep ^W \"$1\"; grep '_oo/' \"$1\"; grep PASSED \"$1\"", output)).hasSize(3 * 8);
        assertThat(matches(REFRAME, output, 0)).hasSize(4);
    }

    /** Words about moves come from the run, and must not be taken for rows or checks. */
    @Test
    void shouldKeepWordsAboutMovesAwayFromScripts() throws IOException, InterruptedException {
        Adaptation seen = new Adaptation(true, HOSTILE, List.of(), List.of(new MapMove(1, 1, 1, 1, 8, List.of(), List.of(), HOSTILE)),
                List.of());
        List<CaseResult> results = Samples.sample().stream().map(result -> result.withAdaptation(seen)).toList();
        String output = output(Samples.run(), results);
        assertThat(output).contains("#   moved: at ", "#   note: ");
        assertThat(shell("grep ^W \"$1\"; grep '_oo/' \"$1\"; grep PASSED \"$1\"", output)).hasSize(3 * 8);
        assertThat(shell("grep -c FAILED \"$1\"", output)).containsExactly("0");
        for (Pattern pattern : List.of(REFRAME, HPCBENCH, HPCBENCH_ROW)) {
            assertThat(matches(pattern, output, 0)).containsExactlyElementsOf(matches(pattern, sampleOutput(), 0));
        }
    }

    @Test
    void shouldFindInNetlibsOutputWhatIsFoundInOurs() {
        String netlib = String.join("\n", Samples.lines("sample.out"));
        for (Pattern pattern : List.of(REFRAME, HPCBENCH, HPCBENCH_ROW)) {
            assertThat(matches(pattern, sampleOutput(), 0)).isNotEmpty()
                    .containsExactlyElementsOf(matches(pattern, netlib, 0));
        }
    }

    @Test
    void shouldBeginEveryLineOfOurOwnWithAHash() {
        String extras = Samples.printed(out -> new ExtrasReport(out)
                .ends(Samples.sweep(hostile(), Samples.parameters(16), Samples.sample())));
        assertThat(extras.lines()).allMatch(line -> line.equals("#") || line.startsWith("# "));
    }
}
