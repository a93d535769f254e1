package hplhetero.results.csv;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.PacedFile;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.KeptTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The report that writes a sweep as a table, with a row for each test. A regular file is written in one piece after each test and at the
 * end; where tests end faster than the file can be written, several tests share one writing. A pipe or device is written once, at the end.
 */
public final class TableReport implements ReportSink {
    private final PacedFile file;
    private final String run;
    /** Makes the text of the tests of a sweep. */
    private final BiFunction<List<KeptTest>, Sweep, String> format;
    private final Instant begin = Instant.now();

    private TableReport(String run, Path file, BiFunction<List<KeptTest>, Sweep, String> format) {
        this.run = run;
        this.file = new PacedFile(file);
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
    public void finished(TestResult test, Sweep soFar) throws IOException {
        file.offer(() -> text(soFar));
    }

    @Override
    public void waits(double seconds, Sweep soFar) throws IOException {
        file.beforeSilence(seconds, () -> text(soFar));
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        file.write(() -> text(sweep));
    }

    private String text(Sweep sweep) {
        return format.apply(KeptTest.of(run, sweep, begin), sweep);
    }
}
