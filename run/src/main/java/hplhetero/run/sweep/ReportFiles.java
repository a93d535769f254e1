package hplhetero.run.sweep;

import hplhetero.input.text.InputException;
import hplhetero.results.ReportSink;
import hplhetero.results.json.JsonReport;
import hplhetero.results.trace.ChromeTrace;
import hplhetero.run.terminal.OutputDevice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files a run writes besides netlib's text.
 *
 * @param json  where to write JSON
 * @param trace where to write a trace
 */
public record ReportFiles(Optional<Path> json, Optional<Path> trace) {

    /** @throws InputException where one of them cannot be written, before anything is run */
    public void check() {
        json.ifPresent(file -> OutputDevice.checkReplaceable("--json", file));
        trace.ifPresent(file -> OutputDevice.checkReplaceable("--trace", file));
    }

    /** Their names, for people. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        json.ifPresent(file -> names.add(file.toString()));
        return names;
    }

    /** Who writes them: a further report takes a line here. */
    List<ReportSink> sinks() {
        List<ReportSink> sinks = new ArrayList<>();
        json.ifPresent(file -> sinks.add(new JsonReport(file)));
        trace.ifPresent(file -> sinks.add(new ChromeTrace(file)));
        return sinks;
    }
}
