package hplhetero.results.html;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.HistoryEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A sweep as an HTML file to look at, written when the sweep ends, whatever ended it: a run that is broken off has a report of what it
 * did. Every failure to write says which file and why, and leaves the old one unchanged.
 */
public final class HtmlReport implements ReportSink {
    private final Path file;
    private final Supplier<List<HistoryEntry>> history;

    /**
     * @param file    written in one piece, as {@link WholeFile#write} does
     * @param history of earlier runs, asked for when the report is written
     */
    public HtmlReport(Path file, Supplier<List<HistoryEntry>> history) {
        this.file = file;
        this.history = history;
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        WholeFile.write(file, HtmlPage.of(List.of(new HtmlPage.Source(String.valueOf(file.getFileName()), sweep)), history.get()));
    }
}
