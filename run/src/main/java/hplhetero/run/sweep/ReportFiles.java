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

/**
 * The files that a run writes besides netlib's text.
 *
 * @param files   the files asked for, by format
 * @param history where results are kept; empty where none are
 * @param others  further sinks, which are told of the run last
 */
public record ReportFiles(Map<ReportFormat, Path> files, Optional<History> history, List<ReportSink> others) {

    public ReportFiles {
        files = new TreeMap<>(files);
        others = List.copyOf(others);
    }

    /** Makes the files of a run without further sinks. The parameters are those of the record. */
    public ReportFiles(Map<ReportFormat, Path> files, Optional<History> history) {
        this(files, history, List.of());
    }

    /** The identifier and the earlier results that the writers of all files of a run use. */
    record Run(String id, Optional<History> history) {
        /**
         * Returns the results of earlier runs; none where no history is kept. Warns, and returns none, where the history cannot be read.
         */
        List<HistoryEntry> earlier() {
            return history.map(kept -> kept.entriesOr(ReportFiles::warn)).orElse(List.of());
        }
    }

    /**
     * Checks that all files can be written, before anything is run.
     *
     * @throws InputException where a file cannot be written
     */
    public void check() {
        files.forEach(ReportFormat::check);
    }

    /** Returns the names of the files, for people, without standard output. */
    List<String> names() {
        return files.values().stream().filter(file -> !file.equals(WholeFile.STANDARD_OUTPUT)).map(Path::toString).toList();
    }

    /**
     * Returns the report sinks of a run: a new one for each file that was asked for, one that keeps the tests in the history where there is
     * one, and the further ones.
     *
     * @param id identifier of the run, which no other run has
     */
    List<ReportSink> sinks(String id) {
        Run run = new Run(id, history);
        List<ReportSink> sinks = new ArrayList<>();
        files.forEach((format, file) -> sinks.add(format.sink(file, run)));
        history.ifPresent(kept -> sinks.add(new HistoryReport(run.id(), kept, ReportFiles::warn)));
        sinks.addAll(others);
        return sinks;
    }

    private static void warn(String what) {
        StandardError.note("warning: " + what);
    }
}
