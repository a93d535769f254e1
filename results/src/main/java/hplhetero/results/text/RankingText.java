package hplhetero.results.text;

import hplhetero.hpl.problem.HplCase;
import hplhetero.results.Ranking;
import hplhetero.results.Repeats;
import hplhetero.results.RunDescription;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The lines of text that list the cases of a sweep by rate, and say which of them may be called the best. */
final class RankingText {
    private static final int LISTED_CASES = 20;

    private final Ranking ranking;
    private final RunDescription run;
    private final int most;

    /**
     * Makes the text of a ranking.
     *
     * @param ranking the cases, by rate
     * @param run     where the cases ran
     * @param page    the page, whose reader may ask for all cases
     */
    RankingText(Ranking ranking, RunDescription run, Page page) {
        this.ranking = ranking;
        this.run = run;
        most = page.verbose() ? Integer.MAX_VALUE : LISTED_CASES;
    }

    /**
     * Returns a table with one line for each case, the best first, below a line of titles.
     *
     * @param page  the room for the table
     * @param taken characters of the page that stand before each line
     */
    List<String> table(Page page, int taken) {
        List<Column> columns = new ArrayList<>(List.of(Column.number("N"), Column.number("NB"), Column.number("P"), Column.number("Q"),
                Column.text("variant"), Column.number("GFLOPS"), Column.number("% Rpeak"), Column.number("s")));
        if (ranking.repeated()) {
            columns.addAll(List.of(Column.number("runs"), Column.number("spread")));
        }
        columns.add(Column.word("status"));
        Table table = Table.of(columns);
        ranking.cases().stream().limit(most).forEach(one -> table.row(row(one).toArray()));
        List<String> lines = new ArrayList<>(table.lines(page, taken));
        if (ranking.cases().size() > most) {
            lines.add("... and " + (ranking.cases().size() - most) + " more, all slower; -v lists them");
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
        if (ranking.repeated()) {
            cells.add(one.tests().size());
            cells.add(one.spread().isPresent() ? NumberText.percent(one.spread().getAsDouble()) : "-");
        }
        cells.add(one.status().name().toLowerCase(Locale.ROOT));
        return cells;
    }

    private static String number(OptionalDouble value, int digits) {
        return value.isPresent() ? NumberText.digits(value.getAsDouble(), digits) : "-";
    }

    /** Returns median and spread of a case that ran several times, as one line. */
    static String spread(Repeats one) {
        if (one.gflops().isEmpty()) {
            return "none of " + one.tests().size() + " runs has a valid rate";
        }
        return "median of " + one.gflops().size() + " runs " + number(one.medianGflops(), 4) + " GFLOPS, "
                + NumberText.seconds(one.medianSeconds().orElseThrow()) + " s, spread "
                + (one.spread().isPresent() ? NumberText.percent(one.spread().getAsDouble()) : "unknown");
    }

    /**
     * Returns the words that say how sure it is that the first case is the best, such as {@code best of 3 tests, one run each}, to stand
     * before its rate.
     */
    String verdict() {
        if (!ranking.repeated()) {
            return "best of " + ranking.tests() + " tests, one run each";
        }
        return ranking.alike().size() > 1 ? "no clear best: " + ranking.names() + " are within the spread; the fastest run"
                : "best of " + ranking.cases().size() + " cases, beyond the spread; its fastest run";
    }
}
