package hplhetero.results.prometheus;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.format.WholeFile;
import hplhetero.results.history.KeptTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** The tests of a sweep as metrics, written in one piece when it ends; where nothing was run, the file stays as it was. */
public final class PrometheusReport implements ReportSink {
    private final Path file;
    private final Instant begin = Instant.now();

    /** @param file written as {@link WholeFile#write} does; the collector reads those whose name ends in {@code .prom} */
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
