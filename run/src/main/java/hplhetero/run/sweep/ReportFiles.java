package hplhetero.run.sweep;

import hplhetero.input.text.InputException;
import hplhetero.results.ReportSink;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.History;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryReport;
import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The files a run writes besides netlib's text.
 *
 * @param files   those that were asked for
 * @param history where results are kept
 */
public record ReportFiles(Map<ReportFormat, Path> files, Optional<History> history) {

    public ReportFiles {
        files = new TreeMap<>(files);
    }

    /** What the writers of one run's files share. */
    record Run(String id, Optional<History> history) {
        /** Results of earlier runs; none where no history is kept or it cannot be read, which is then told. */
        List<HistoryEntry> earlier() {
            return history.map(kept -> kept.entriesOr(ReportFiles::warn)).orElse(List.of());
        }
    }

    /** @throws InputException where one of them cannot be written, before anything is run */
    public void check() {
        files.forEach(ReportFormat::check);
    }

    /** Their names, for people. */
    List<String> names() {
        return files.values().stream().filter(file -> !file.equals(WholeFile.STANDARD_OUTPUT)).map(Path::toString).toList();
    }

    /** Who writes them, and the history. */
    List<ReportSink> sinks() {
        Run run = new Run(UUID.randomUUID().toString(), history);
        List<ReportSink> sinks = new ArrayList<>();
        files.forEach((format, file) -> sinks.add(format.sink(file, run)));
        history.ifPresent(kept -> sinks.add(new HistoryReport(run.id(), kept, ReportFiles::warn)));
        return sinks;
    }

    private static void warn(String what) {
        StandardError.say("warning: " + what);
    }
}
