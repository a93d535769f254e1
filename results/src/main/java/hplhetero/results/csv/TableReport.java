package hplhetero.results.csv;

import hplhetero.results.PacedReport;
import hplhetero.results.Sweep;
import hplhetero.results.format.PacedFile;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.KeptTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/** The report that writes a sweep as a table, with a row for each test. */
public final class TableReport extends PacedReport {
    private final String run;
    /** Makes the text of the tests of a sweep. */
    private final BiFunction<List<KeptTest>, Sweep, String> format;
    private final Instant begin = Instant.now();

    private TableReport(String run, Path file, BiFunction<List<KeptTest>, Sweep, String> format) {
        super(new PacedFile(file));
        this.run = run;
        this.format = format;
    }

    /**
     * Returns the report of one sweep as CSV.
     *
     * @param run  the run's identifier, as in the history
     * @param file the file, written as {@link WholeFile#write} writes
     */
    public static TableReport csv(String run, Path file) {
        return new TableReport(run, file, (tests, sweep) -> CsvText.of(tests));
    }

    /**
     * Returns the report of one sweep as a table in Markdown.
     *
     * @param run  the run's identifier, as in the history
     * @param file the file, written as {@link WholeFile#write} writes
     */
    public static TableReport markdown(String run, Path file) {
        return new TableReport(run, file, (tests, sweep) -> MarkdownText.of(tests, sweep.tests()));
    }

    @Override
    protected String text(Sweep sweep) {
        return format.apply(KeptTest.of(run, sweep, begin), sweep);
    }
}
