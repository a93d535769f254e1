package hplhetero.results.html;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.MissedPeak;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.history.HistoryEntry;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The part of the report that describes one sweep.
 *
 * @param id      identifier of the part in the page
 * @param name    name of the sweep's file; empty where only one sweep is shown
 * @param verdict outcome of the sweep
 * @param why     why the fastest test missed its peak, in a sentence; empty where that is not known
 * @param when    start of the first test
 * @param where   machine on which the sweep ran
 * @param machine hosts and settings of the sweep
 * @param cases   a row for each case, where some ran several times
 * @param tests   a row for each test
 * @param left    which tests the table leaves out; may be empty
 * @param chosen  which tests have pictures; may be empty
 * @param figures pictures of the sweep as a whole
 * @param details pictures and tables of some tests
 * @param history picture of earlier runs on the machine; null where none is known
 */
record SweepPart(String id, String name, Headline verdict, String why, String when, String where, Platform machine, List<CaseRow> cases,
                 List<TestRow> tests, String left, String chosen, List<Figure> figures, List<TestDetail> details, Figure history) {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);
    private static final int MOST_ROWS = 400;
    /** The most tests that all have details; of more tests only some have. */
    private static final int FEW_TESTS = 3;

    /**
     * Returns the part of the report for one sweep.
     *
     * @param id      identifier of the part in the page
     * @param name    name of the sweep's file; empty where only one sweep is shown
     * @param sweep   the sweep
     * @param history tests of earlier runs on any machine
     */
    static SweepPart of(String id, String name, Sweep sweep, List<HistoryEntry> history) {
        Optional<TestResult> best = Headline.best(sweep);
        List<TestResult> rows = sweep.tests().size() <= MOST_ROWS ? sweep.tests() : fastest(sweep.tests());
        List<TestResult> chosen = chosen(sweep, best);
        List<Figure> figures = sweep.requestedTests() > 1 ? List.of(SweepFigure.of(sweep)) : List.of();
        List<TestDetail> details = new ArrayList<>();
        for (TestResult test : chosen) {
            details.add(TestDetail.of(test, sweep, id + "t" + details.size()));
        }
        return new SweepPart(id, name, Headline.of(sweep), MissedPeak.of(sweep).orElse(""),
                sweep.tests().stream().map(test -> test.result().start())
                .filter(start -> start != null).min(Comparator.naturalOrder()).map((Instant start) -> MINUTES.format(start))
                .orElse("no test was finished"), HistoryFigure.machine(sweep.run()), Platform.of(sweep), CaseRow.of(sweep),
                rows.stream().map(test -> TestRow.of(test.result(), sweep.run().peak(), sweep.requestedTests() > 1
                        && best.filter(one -> one == test).isPresent())).toList(),
                rows.size() == sweep.tests().size() ? "" : "The " + MOST_ROWS + " fastest of " + sweep.tests().size()
                        + " tests are listed; the JSON in this page has all tests.",
                words(chosen, sweep), figures, details, HistoryFigure.of(sweep, best, history).orElse(null));
    }

    private static String words(List<TestResult> chosen, Sweep sweep) {
        if (chosen.isEmpty()) {
            return "No test was solved, so there is nothing to draw.";
        }
        long solved = sweep.tests().stream().filter(SweepPart::solved).count();
        String which = chosen.size() == 1 ? "the best one is" : "the best one and " + (chosen.size() - 1) + " that failed are";
        return chosen.size() == solved ? "" : "Of " + solved + " solved tests " + which + " shown in detail here; the JSON in this page "
                + "has the numbers of all tests.";
    }

    /** Returns the tests that have details: all where there are few, else the best one and those that failed. */
    private static List<TestResult> chosen(Sweep sweep, Optional<TestResult> best) {
        List<TestResult> solved = sweep.tests().stream().filter(SweepPart::solved).toList();
        if (solved.size() <= FEW_TESTS) {
            return solved;
        }
        return Stream.concat(best.stream(), solved.stream().filter(test -> test.result().status() == CheckStatus.FAILED)).limit(FEW_TESTS)
                .toList();
    }

    private static boolean solved(TestResult test) {
        return test.result().gflops() > 0;
    }

    private static List<TestResult> fastest(List<TestResult> tests) {
        return tests.stream().sorted(Comparator.comparingDouble(test -> -test.result().gflops())).limit(MOST_ROWS).toList();
    }

    /** Returns whether the energy of some test is known. */
    boolean measuresPower() {
        return tests.stream().anyMatch(test -> !test.perWatt().equals("–"));
    }

    /** Returns whether some test has a note. */
    boolean hasNotes() {
        return tests.stream().anyMatch(test -> !test.note().isBlank());
    }
}
