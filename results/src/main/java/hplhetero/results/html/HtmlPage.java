package hplhetero.results.html;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes sweeps as one HTML document that needs no other file: pictures, style sheet and the results as JSON are in it. The script element
 * {@code results} has the JSON object of docs/json.md for one sweep, and an array of such objects for several.
 */
public final class HtmlPage {
    /** The most characters of JSON in one page. Where there are more, the JSON leaves out what was recorded during the tests. */
    private static final int MOST_JSON = 4_000_000;

    /**
     * A sweep to be shown.
     *
     * @param name name that distinguishes the sweep from others, such as that of its file
     */
    public record Source(String name, Sweep sweep) {
    }

    /** The values that fill the template. Where several sweeps are shown, each has a name, and the headings below are one level lower. */
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
     * Returns the text of an HTML file that shows sweeps.
     *
     * @param sources the sweeps to be shown, at least one
     * @param history tests of earlier runs on any machine; those on the machine of a sweep are shown with that sweep
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
        return template("report.html").execute(new Page(title, resource("report.css"), several, several ? compared : List.of(), parts,
                cut ? json(sources.stream().map(source -> withoutTimeSeries(source.sweep())).toList()) : json,
                cut ? "The time series, rates and hosts' health of the tests are not there, because with them it would have "
                        + json.length() / 1_000_000 + " MB: --json writes them." : ""));
    }

    /** Returns the template of a page, a resource of this package, which may take in others by their names. */
    static Template template(String name) {
        return Mustache.compiler().emptyStringIsFalse(true).withLoader(part -> new StringReader(resource(part))).compile(resource(name));
    }

    /**
     * Returns sweeps as JSON that can stand in a script element: characters that could end the element or begin a comment are escaped. JSON
     * has these characters within strings only.
     */
    private static String json(List<Sweep> sweeps) {
        String objects = sweeps.stream().map(JsonReport::line).collect(Collectors.joining(",\n"));
        return (sweeps.size() == 1 ? objects : "[" + objects + "]").replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private static Sweep withoutTimeSeries(Sweep sweep) {
        RunDescription run = sweep.run();
        return new Sweep(run, sweep.parameters(), sweep.requestedTests(), sweep.tests().stream().map(HtmlPage::withoutTimeSeries).toList());
    }

    private static TestResult withoutTimeSeries(TestResult test) {
        Adaptation seen = test.result().adaptation();
        List<HostPower> hosts = test.result().power().stream().map(host -> host.withHealth(HealthSeries.NONE)).toList();
        return new TestResult(test.result().withoutTimeSeries().withPower(hosts).withAdaptation(new Adaptation(seen.watched(), seen.note(),
                List.of(), seen.moves(), seen.kappa())), test.balance(), List.of());
    }

    /** Returns the text of a resource of this package. */
    static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }
}
