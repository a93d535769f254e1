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
 * A sweep as CSV, written in one piece after each test, or after several where they follow each other faster than a file is written, and
 * at the end; to what is no file of its own, once, at the end.
 */
public final class CsvReport implements ReportSink {
    private final PacedFile file;
    private final String run;
    private final Instant begin = Instant.now();

    /**
     * A report of one sweep.
     *
     * @param run  names it, as in the history
     * @param file written as {@link WholeFile#write} does
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
