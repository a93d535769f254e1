package hplhetero.run.sweep;

import hplhetero.input.text.InputException;
import hplhetero.results.ReportSink;
import hplhetero.results.csv.CsvReport;
import hplhetero.results.format.WholeFile;
import hplhetero.results.html.HtmlReport;
import hplhetero.results.json.JsonReport;
import hplhetero.results.prometheus.PrometheusReport;
import hplhetero.results.trace.ChromeTrace;
import hplhetero.run.terminal.OutputDevice;
import java.nio.file.Path;

/** The formats of files that a run can write besides netlib's text. A new format is a constant here and an option that asks for it. */
public enum ReportFormat {
    HTML("--report", (file, run) -> new HtmlReport(file, run::earlier)),
    JSON("--json", (file, run) -> new JsonReport(file)),
    TRACE("--trace", (file, run) -> new ChromeTrace(file)),
    CSV("--csv", (file, run) -> new CsvReport(run.id(), file)),
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

    ReportSink sink(Path file, ReportFiles.Run run) {
        return writer.of(file, run);
    }
}
