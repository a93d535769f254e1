package hplhetero.results.history;

import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps each test of a sweep when it is finished, so that none is lost however the run ends, and once more at the end where more is
 * known of it then: of other hosts, of a test whose check never came. A history that cannot be written is told, once, and never
 * ends a run.
 */
public final class HistoryReport implements ReportSink {
    private final History history;
    private final Consumer<String> warning;
    private final String run;
    private final Instant begin = Instant.now();
    private final Map<Integer, KeptTest> kept = new HashMap<>();
    private boolean broken;

    /**
     * A report of one sweep.
     *
     * @param run     names it; no other has the same
     * @param warning told why nothing is kept
     */
    public HistoryReport(String run, History history, Consumer<String> warning) {
        this.run = run;
        this.history = history;
        this.warning = warning;
    }

    @Override
    public void finished(TestResult test, Sweep soFar) {
        keep(List.of(KeptTest.last(run, soFar, begin)));
    }

    @Override
    public void ends(Sweep sweep) {
        keep(KeptTest.of(run, sweep, begin));
    }

    private void keep(List<KeptTest> tests) {
        List<KeptTest> fresh = tests.stream().filter(test -> !test.equals(kept.get(test.test()))).toList();
        if (broken || fresh.isEmpty()) {
            return;
        }
        try {
            history.append(fresh);
            fresh.forEach(test -> kept.put(test.test(), test));
        } catch (IOException cannot) {
            broken = true;
            warning.accept("results are not kept: " + history.file() + " cannot be written (" + cannot.getMessage()
                    + "): choose another folder with XDG_DATA_HOME, or --history no");
        }
    }
}
