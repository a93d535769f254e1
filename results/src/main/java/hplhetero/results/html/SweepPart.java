package hplhetero.results.html;

import hplhetero.hpl.result.CheckStatus;
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
 * All that the report says of one sweep.
 *
 * @param id      in the page
 * @param name    of its file; empty where there is one sweep only
 * @param when    its first test started
 * @param where   it ran
 * @param cases   as rows, where some ran several times
 * @param tests   as rows
 * @param left    which tests the table leaves out; may be empty
 * @param chosen  which tests have pictures; may be empty
 * @param figures of the sweep as a whole
 * @param details of some tests
 * @param history of the machine; null where none is known
 */
record SweepPart(String id, String name, Headline verdict, String when, String where, Platform machine, List<CaseRow> cases,
                 List<TestRow> tests, String left, String chosen, List<Figure> figures, List<TestDetail> details, Figure history) {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);
    private static final int MOST_ROWS = 400;
    /** Of more tests only some are taken apart. */
    private static final int FEW_TESTS = 3;

    static SweepPart of(String id, String name, Sweep sweep, List<HistoryEntry> history) {
        Optional<TestResult> best = Headline.best(sweep);
        List<TestResult> rows = sweep.tests().size() <= MOST_ROWS ? sweep.tests() : fastest(sweep.tests());
        List<TestResult> chosen = chosen(sweep, best);
        List<Figure> figures = sweep.asked() > 1 ? List.of(SweepFigure.of(sweep)) : List.of();
        List<TestDetail> details = new ArrayList<>();
        for (TestResult test : chosen) {
            details.add(TestDetail.of(test, sweep, id + "t" + details.size()));
        }
        return new SweepPart(id, name, Headline.of(sweep), sweep.tests().stream().map(test -> test.result().start())
                .filter(start -> start != null).min(Comparator.naturalOrder()).map((Instant start) -> MINUTES.format(start))
                .orElse("no test was finished"), HistoryFigure.machine(sweep.run()), Platform.of(sweep), CaseRow.of(sweep),
                rows.stream().map(test -> TestRow.of(test.result(), sweep.run().peak(), sweep.asked() > 1 && best.filter(one -> one == test)
                        .isPresent())).toList(),
                rows.size() == sweep.tests().size() ? "" : "The " + MOST_ROWS + " fastest of " + sweep.tests().size()
                        + " tests; the results embedded in this page have all.",
                words(chosen, sweep), figures, details, HistoryFigure.of(sweep, best, history).orElse(null));
    }

    private static String words(List<TestResult> chosen, Sweep sweep) {
        if (chosen.isEmpty()) {
            return "No test was solved, so that there is nothing to draw.";
        }
        long solved = sweep.tests().stream().filter(SweepPart::solved).count();
        String which = chosen.size() == 1 ? "the best one is" : "the best one and " + (chosen.size() - 1) + " that failed are";
        return chosen.size() == solved ? "" : "Of " + solved + " solved tests " + which + " taken apart here; the numbers of all are in "
                + "the results embedded in this page.";
    }

    /** All of few tests; else the best, and those that failed. */
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

    /** Whether some test knows what it took. */
    boolean measuresPower() {
        return tests.stream().anyMatch(test -> !test.perWatt().equals("–"));
    }

    /** Whether some test has something to be said of it. */
    boolean hasNotes() {
        return tests.stream().anyMatch(test -> !test.note().isBlank());
    }
}
