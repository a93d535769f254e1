package hplhetero.results.text;

import hplhetero.hpl.problem.HplCase;
import hplhetero.results.Repeats;
import hplhetero.results.RunDescription;
import hplhetero.results.TestResult;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The cases of a sweep in the order of their rates, and which of them may be called the best. */
final class RankingText {
    private static final int LISTED_CASES = 20;
    private static final int NAMED_EQUALS = 2;

    private final List<Repeats> ranked;
    private final RunDescription run;
    private final int most;
    private final int tests;

    /** @param page whose reader may ask for all cases */
    RankingText(List<Repeats> cases, RunDescription run, Page page) {
        ranked = Repeats.ranked(cases);
        this.run = run;
        most = page.verbose() ? Integer.MAX_VALUE : LISTED_CASES;
        tests = cases.stream().mapToInt(one -> one.tests().size()).sum();
    }

    int cases() {
        return ranked.size();
    }

    /** Whether some case ran more than once. */
    private boolean repeated() {
        return ranked.size() < tests;
    }

    /** A line a case, the best first, below their titles. */
    List<String> table(Page page, int taken) {
        List<Column> columns = new ArrayList<>(List.of(Column.number("N"), Column.number("NB"), Column.number("P"), Column.number("Q"),
                Column.text("variant"), Column.number("GFLOPS"), Column.number("% Rpeak"), Column.number("s")));
        if (repeated()) {
            columns.addAll(List.of(Column.number("runs"), Column.number("spread")));
        }
        columns.add(Column.word("status"));
        Table table = Table.of(columns);
        ranked.stream().limit(most).forEach(one -> table.row(row(one).toArray()));
        List<String> lines = new ArrayList<>(table.lines(page, taken));
        if (ranked.size() > most) {
            lines.add("... and " + (ranked.size() - most) + " more, all slower; -v lists them");
        }
        return lines;
    }

    private List<Object> row(Repeats one) {
        HplCase c = one.hplCase();
        OptionalDouble gflops = one.medianGflops();
        List<Object> cells = new ArrayList<>(List.of(c.n(), c.nb(), c.p(), c.q(), c.variantCode(), number(gflops, 4),
                gflops.isPresent() && run.peak().isPresent() ? String.format(Locale.ROOT, "%.1f", 100 * gflops.getAsDouble()
                        / run.peak().get().gflops()) : "-",
                one.medianSeconds().isPresent() ? NumberText.seconds(one.medianSeconds().getAsDouble()) : "-"));
        if (repeated()) {
            cells.add(one.tests().size());
            cells.add(one.spread().isPresent() ? NumberText.percent(one.spread().getAsDouble()) : "-");
        }
        cells.add(one.status().name().toLowerCase(Locale.ROOT));
        return cells;
    }

    private static String number(OptionalDouble value, int digits) {
        return value.isPresent() ? NumberText.digits(value.getAsDouble(), digits) : "-";
    }

    /** Median and spread of a case that ran several times. */
    static String spread(Repeats one) {
        if (one.gflops().isEmpty()) {
            return "none of " + one.tests().size() + " runs has a rate that counts";
        }
        return "median of " + one.gflops().size() + " runs " + number(one.medianGflops(), 4) + " GFLOPS, "
                + NumberText.seconds(one.medianSeconds().orElseThrow()) + " s, spread "
                + (one.spread().isPresent() ? NumberText.percent(one.spread().getAsDouble()) : "unknown");
    }

    /** The fastest run of the case that ranks first. */
    Optional<TestResult> best() {
        return ranked.getFirst().best();
    }

    /** Those that cannot be told from the one that ranks first, it among them; it alone where it is clearly the best, or each ran once. */
    List<Repeats> alike() {
        Repeats first = ranked.getFirst();
        return !repeated() ? List.of(first) : ranked.stream().filter(one -> one == first
                || !one.gflops().isEmpty() && !first.clearlyFasterThan(one)).toList();
    }

    /** How the best is to be called. */
    String verdict() {
        if (!repeated()) {
            return "best of " + tests + " tests, one run each";
        }
        return alike().size() > 1 ? "no clear best: " + names() + " are within the spread; the fastest run"
                : "best of " + ranked.size() + " cases, beyond the spread; its fastest run";
    }

    /** Such as {@code N=8000 NB=128 2x2 and N=8000 NB=192 2x2}. */
    String names() {
        List<Repeats> all = alike();
        String named = all.stream().limit(NAMED_EQUALS).map(one -> name(one.hplCase())).collect(Collectors.joining(
                all.size() == NAMED_EQUALS ? " and " : ", "));
        return all.size() > NAMED_EQUALS ? named + " and " + (all.size() - NAMED_EQUALS) + " more" : named;
    }

    /** With the variant where cases differ in nothing else. */
    String name(HplCase c) {
        String name = "N=" + c.n() + " NB=" + c.nb() + " " + c.p() + "x" + c.q();
        boolean told = ranked.stream().filter(one -> same(one.hplCase(), c)).count() == 1;
        return told ? name : name + " " + c.variantCode();
    }

    private static boolean same(HplCase a, HplCase b) {
        return a.n() == b.n() && a.nb() == b.nb() && a.p() == b.p() && a.q() == b.q();
    }
}
