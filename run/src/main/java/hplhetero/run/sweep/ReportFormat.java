package hplhetero.run.sweep;

import hplhetero.input.text.InputException;
import hplhetero.results.ReportSink;
import hplhetero.results.csv.TableReport;
import hplhetero.results.format.WholeFile;
import hplhetero.results.html.HtmlReport;
import hplhetero.results.json.JsonReport;
import hplhetero.results.prometheus.PrometheusReport;
import hplhetero.results.trace.ChromeTrace;
import hplhetero.run.terminal.OutputDevice;
import java.nio.file.Path;

/** The formats of files that a run can write besides netlib's text. A new format is a constant here and an option that asks for it. */
public enum ReportFormat {
    /** An HTML page with pictures of this run and of earlier runs. */
    HTML("--report", (file, run) -> new HtmlReport(file, run::earlier)),
    /** JSON with all results of the run, for programs. */
    JSON("--json", (file, run) -> new JsonReport(file)),
    /** A trace for the viewers of Chrome's trace format. */
    TRACE("--trace", (file, run) -> new ChromeTrace(file)),
    /** CSV with a row for each test, for spreadsheets. */
    CSV("--csv", (file, run) -> TableReport.csv(run.id(), file)),
    /** Markdown with a row for each test, to be pasted into an issue or a page. */
    MARKDOWN("--markdown", (file, run) -> TableReport.markdown(run.id(), file)),
    /** Text for Prometheus's node_exporter, which silently ignores files whose name does not end in {@code .prom}. */
    PROMETHEUS("--prometheus", (file, run) -> new PrometheusReport(file)) {
        @Override
        void check(Path file) {
            super.check(file);
            if (!WholeFile.isStream(file) && !file.toString().endsWith(".prom")) {
                throw new InputException("--prometheus " + file + ": node_exporter reads files whose name ends in .prom: name it " + file
                        + ".prom");
            }
        }
    };

    private final String option;
    private final Writer writer;

    /**
     * Makes a format of files.
     *
     * @param option the option that asks for a file of this format
     * @param writer makes the sink that writes the file
     */
    ReportFormat(String option, Writer writer) {
        this.option = option;
        this.writer = writer;
    }

    /** Makes the sink that writes one run's file. */
    @FunctionalInterface
    private interface Writer {
        ReportSink of(Path file, ReportFiles.Run run);
    }

    /**
     * Checks that the file can be written.
     *
     * @throws InputException where the file cannot be written
     */
    void check(Path file) {
        OutputDevice.checkReplaceable(option, file);
    }

    /**
     * Returns a new sink that writes a file of this format.
     *
     * @param file the file to be written
     * @param run  what the writers of one run's files share
     */
    ReportSink sink(Path file, ReportFiles.Run run) {
        return writer.of(file, run);
    }
}
