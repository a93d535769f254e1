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

/**
 * The report that writes a sweep as CSV. A regular file is written in one piece after each test and at the end; where tests end faster than
 * the file can be written, several tests share one writing. A pipe or device is written once, at the end.
 */
public final class CsvReport implements ReportSink {
    private final PacedFile file;
    private final String run;
    private final Instant begin = Instant.now();

    /**
     * Makes the report of one sweep.
     *
     * @param run  the run's identifier, as in the history
     * @param file the file, written as {@link WholeFile#write} writes
     */
    public CsvReport(String run, Path file) {
        this.run = run;
        this.file = new PacedFile(file);
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
        return CsvText.of(KeptTest.of(run, sweep, begin));
    }
}
