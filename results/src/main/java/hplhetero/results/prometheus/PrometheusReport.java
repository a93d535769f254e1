package hplhetero.results.prometheus;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.KeptTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The report that writes the tests of a sweep as metrics, in one piece when the sweep ends. Where nothing was run, the file stays
 * unchanged.
 */
public final class PrometheusReport implements ReportSink {
    private final Path file;
    private final Instant begin = Instant.now();

    /**
     * Makes the report of one sweep.
     *
     * @param file the file, written as {@link WholeFile#write} writes; the collector reads files whose names end in {@code .prom}
     */
    public PrometheusReport(Path file) {
        this.file = file;
    }

    @Override
    public void ends(Sweep sweep) throws IOException {
        if (!sweep.tests().isEmpty()) {
            WholeFile.write(file, PrometheusText.of(KeptTest.of("", sweep, begin)));
        }
    }
}
