package hplhetero.results.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sweeps as one HTML document that needs nothing else: pictures, style sheet and the results themselves, as JSON, are in it. What the
 * JSON of docs/json.md is for one sweep is in the script element {@code results}, as an array where there are several.
 */
public final class HtmlPage {
    /** Of JSON in one page; with more, what was recorded during the tests is left out of it. */
    private static final int MOST_JSON = 4_000_000;

    /**
     * A sweep to be shown.
     *
     * @param name by which it is told from others, such as that of its file
     */
    public record Source(String name, Sweep sweep) {
    }

    /** What the template is filled with; below a name of each of several sweeps, headings are of a lower level. */
    private record Page(String title, String style, boolean several, List<SweepRow> compared, List<SweepPart> sweeps, String json,
                        String jsonNote) {
        String verdictTag() {
            return several ? "h3" : "h1";
        }

        int level() {
            return several ? 3 : 2;
        }

        int below() {
            return level() + 1;
        }
    }

    private HtmlPage() {
    }

    /**
     * The text of the HTML file.
     *
     * @param sources at least one
     * @param history of earlier runs, on whichever machine; those on the machine of a sweep are shown with it
     */
    public static String of(List<Source> sources, List<HistoryEntry> history) {
        boolean several = sources.size() > 1;
        List<SweepPart> parts = new ArrayList<>();
        List<SweepRow> compared = new ArrayList<>();
        double first = SweepRow.best(sources.stream().map(Source::sweep).toList());
        for (Source source : sources) {
            String id = "s" + parts.size();
            parts.add(SweepPart.of(id, several ? source.name() : "", source.sweep(), history));
            compared.add(SweepRow.of(id, source.name(), source.sweep(), first));
        }
        Headline verdict = parts.getFirst().verdict();
        String title = several ? sources.size() + " results compared" : verdict.word() + " " + verdict.sentence();
        String json = json(sources.stream().map(Source::sweep).toList());
        boolean cut = json.length() > MOST_JSON;
        return template().execute(new Page(title, resource("report.css"), several, several ? compared : List.of(), parts,
                cut ? json(sources.stream().map(source -> withoutTimeSeries(source.sweep())).toList()) : json,
                cut ? "What was recorded during the tests, " + json.length() / 1_000_000 + " MB, is not in it: --json writes that." : ""));
    }

    private static Template template() {
        return Mustache.compiler().emptyStringIsFalse(true).compile(resource("report.html"));
    }

    /** No text in it can end the element that it stands in, or be taken for a comment: JSON has these characters within strings only. */
    private static String json(List<Sweep> sweeps) {
        String objects = sweeps.stream().map(JsonReport::line).collect(Collectors.joining(",\n"));
        return (sweeps.size() == 1 ? objects : "[" + objects + "]").replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private static Sweep withoutTimeSeries(Sweep sweep) {
        RunDescription run = sweep.run();
        return new Sweep(run, sweep.parameters(), sweep.asked(), sweep.tests().stream().map(HtmlPage::withoutTimeSeries).toList());
    }

    private static TestResult withoutTimeSeries(TestResult test) {
        return new TestResult(test.result().withoutTimeSeries(), test.balance(), List.of());
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }
}
