package hplhetero.results;

import hplhetero.results.format.PacedFile;
import java.io.IOException;

/**
 * A report whose file is written anew after each test, since nobody knows how a run will end. Where tests end faster than the file can be
 * written, several tests share one writing. A pipe or a device is written once, at the end. A failure to write says which file and why, and
 * leaves the old file unchanged.
 */
public abstract class PacedReport implements ReportSink {
    private final PacedFile file;

    /**
     * Makes the report of one sweep.
     *
     * @param file the file, written as often as its clock allows
     */
    protected PacedReport(PacedFile file) {
        this.file = file;
    }

    /** Returns the text of the whole file for a sweep, also for one that has not ended. */
    protected abstract String text(Sweep sweep);

    @Override
    public void finished(TestResult test, Sweep soFar) throws IOException {
        offer(soFar);
    }

    @Override
    public void waits(double seconds, Sweep soFar) throws IOException {
        file.beforeSilence(seconds, () -> text(soFar));
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        file.write(() -> text(sweep));
    }

    /** Writes the file for a sweep that goes on, or puts the writing off where the last one was too recent. */
    protected final void offer(Sweep soFar) throws IOException {
        file.offer(() -> text(soFar));
    }
}
