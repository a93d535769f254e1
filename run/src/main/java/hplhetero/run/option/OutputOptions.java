package hplhetero.run.option;

import hplhetero.hpl.Recording;
import hplhetero.input.text.InputException;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.sweep.ReportFiles;
import hplhetero.run.sweep.ReportFormat;
import hplhetero.run.terminal.YesOrNo;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for where the results of a run go. */
@Heading(Topic.OUTPUT)
public final class OutputOptions {
    @Common
    @Option(names = {"--output"}, paramLabel = "FILE", description = "Write the results to this file; - for standard output.")
    private String output;

    @Common
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write all results to this file as JSON; - for standard output. "
            + "The report then goes to standard error, unless --output names a file.")
    private Path json;

    @Common
    @Option(names = {"--report"}, paramLabel = "FILE.html",
            description = "Also write an HTML report with pictures to this file; 'hpl report' makes one from JSON.")
    private Path report;

    @Option(names = {"--trace"}, paramLabel = "FILE",
            description = "Also write the recording of each test to this file for Perfetto, in Chrome's trace format (docs/recording.md).")
    private Path trace;

    @Option(names = {"--record"}, paramLabel = "yes|no", defaultValue = "yes",
            description = "Record panel by panel where the time of a test goes, for JSON, reports and traces (default: yes); "
                    + "docs/recording.md tells what this costs.")
    private YesOrNo record;

    @Option(names = {"--csv"}, paramLabel = "FILE", description = "Also write all results to this file as CSV (docs/history.md).")
    private Path csv;

    @Option(names = {"--markdown"}, paramLabel = "FILE.md", description = "Also write a table of the results to this file in Markdown, for "
            + "an issue or a page; - for standard output.")
    private Path markdown;

    @Option(names = {"--prometheus"}, paramLabel = "FILE.prom",
            description = "Also write the last result to this file for Prometheus. Choose a folder that node_exporter's textfile collector "
                    + "reads.")
    private Path prometheus;

    @Mixin
    private HistoryOption history = new HistoryOption();

    /** Returns the text of {@code --output}, null when not given. */
    public String output() {
        return output;
    }

    /**
     * Returns the files to write besides netlib's text.
     *
     * @throws InputException where a trace is wanted but nothing is recorded
     */
    public ReportFiles files() {
        if (trace != null && record == YesOrNo.NO) {
            throw new InputException("--trace " + trace + " --record no: a trace shows what was recorded: drop one of the two");
        }
        Map<ReportFormat, Path> files = new EnumMap<>(ReportFormat.class);
        files.put(ReportFormat.JSON, json);
        files.put(ReportFormat.HTML, report);
        files.put(ReportFormat.TRACE, trace);
        files.put(ReportFormat.CSV, csv);
        files.put(ReportFormat.MARKDOWN, markdown);
        files.put(ReportFormat.PROMETHEUS, prometheus);
        files.values().removeIf(Objects::isNull);
        return new ReportFiles(files, history.history());
    }

    /**
     * Returns what ranks record while tests run: for each panel where the time goes, or, where the user wants no such time series, only the
     * time that each kind of work took in all.
     */
    public Recording record() {
        return record == YesOrNo.YES ? Recording.TIME_SERIES : Recording.SUMS;
    }
}
