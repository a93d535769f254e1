package hplhetero.run.sweep;

import hplhetero.input.text.InputException;
import hplhetero.results.ReportSink;
import hplhetero.results.csv.CsvReport;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.History;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryReport;
import hplhetero.results.html.HtmlReport;
import hplhetero.results.json.JsonReport;
import hplhetero.results.prometheus.PrometheusReport;
import hplhetero.results.trace.ChromeTrace;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The files a run writes besides netlib's text.
 *
 * @param json       where to write JSON
 * @param html       where to write a report to look at
 * @param trace      where to write a trace
 * @param csv        where to write CSV
 * @param prometheus where to write metrics
 * @param history    where results are kept
 */
public record ReportFiles(Optional<Path> json, Optional<Path> html, Optional<Path> trace, Optional<Path> csv, Optional<Path> prometheus,
                          Optional<History> history) {

    /** @throws InputException where one of them cannot be written, before anything is run */
    public void check() {
        json.ifPresent(file -> OutputDevice.checkReplaceable("--json", file));
        html.ifPresent(file -> OutputDevice.checkReplaceable("--report", file));
        trace.ifPresent(file -> OutputDevice.checkReplaceable("--trace", file));
        csv.ifPresent(file -> OutputDevice.checkReplaceable("--csv", file));
        prometheus.ifPresent(ReportFiles::checkMetrics);
    }

    /** Their names, for people. */
    List<String> names() {
        return Stream.of(html, json, trace, csv, prometheus).flatMap(Optional::stream)
                .filter(file -> !file.equals(WholeFile.STANDARD_OUTPUT)).map(Path::toString).toList();
    }

    /** The collector passes over other names without a word. */
    private static void checkMetrics(Path file) {
        OutputDevice.checkReplaceable("--prometheus", file);
        if (!WholeFile.isStream(file) && !file.toString().endsWith(".prom")) {
            throw new InputException("--prometheus " + file + ": node_exporter reads files whose name ends in .prom: name it " + file
                    + ".prom");
        }
    }

    /** Who writes them: a further report takes a line here. */
    List<ReportSink> sinks() {
        List<ReportSink> sinks = new ArrayList<>();
        String run = UUID.randomUUID().toString();
        json.ifPresent(file -> sinks.add(new JsonReport(file)));
        html.ifPresent(file -> sinks.add(new HtmlReport(file, this::earlier)));
        trace.ifPresent(file -> sinks.add(new ChromeTrace(file)));
        csv.ifPresent(file -> sinks.add(new CsvReport(run, file)));
        prometheus.ifPresent(file -> sinks.add(new PrometheusReport(file)));
        history.ifPresent(kept -> sinks.add(new HistoryReport(run, kept, ReportFiles::warn)));
        return sinks;
    }

    private List<HistoryEntry> earlier() {
        return history.map(kept -> kept.entriesOr(ReportFiles::warn)).orElse(List.of());
    }

    private static void warn(String what) {
        StandardError.say("warning: " + what);
    }
}
