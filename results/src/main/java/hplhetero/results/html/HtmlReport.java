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
 * The report that writes a sweep as an HTML file to look at. The file is written when the sweep ends, whatever ended it, so a run that is
 * broken off has a report too. A failure to write says which file and why, and leaves the old file unchanged.
 */
public final class HtmlReport implements ReportSink {
    private final Path file;
    private final Supplier<List<HistoryEntry>> history;

    /**
     * Makes the report of one sweep.
     *
     * @param file    the file, written in one piece, as {@link WholeFile#write} writes
     * @param history gives the tests of earlier runs; asked when the report is written
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
