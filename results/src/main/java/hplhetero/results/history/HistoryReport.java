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
 * The report that adds each test of a sweep to the history when the test is finished, so that no test is lost, however the run ends. At the
 * end, tests of which more is known then are added once more: with other hosts, or solved but never checked. If the history cannot be
 * written, the user is told once, and the run goes on.
 */
public final class HistoryReport implements ReportSink {
    private final History history;
    private final Consumer<String> warning;
    private final String run;
    private final Instant begin = Instant.now();
    /** The tests kept so far, by their number in the run. */
    private final Map<Integer, KeptTest> kept = new HashMap<>();
    /** Whether the history could not be written; nothing more is kept then. */
    private boolean broken;

    /**
     * Makes the report of one sweep.
     *
     * @param run     identifier of the run, which no other run has
     * @param history the history in which tests are kept
     * @param warning is told why nothing is kept
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
