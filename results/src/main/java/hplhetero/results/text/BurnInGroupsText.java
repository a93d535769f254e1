package hplhetero.results.text;

import hplhetero.results.burnin.GroupVerdict;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Comparator;

/** The table of a burn-in's groups of hosts that solved HPL together: the slowest of them. */
public final class BurnInGroupsText {
    private static final int SLOWEST = 10;
    private static final int DIGITS = 4;
    private static final String UNKNOWN = "-";

    private BurnInGroupsText() {
    }

    /**
     * Returns the text; empty where no hosts solved HPL together.
     *
     * @param verdicts the judgement of the burn-in
     * @param page     the room for the table
     */
    public static String of(Verdicts verdicts, Page page) {
        if (verdicts.groups().isEmpty()) {
            return "";
        }
        Table table = Table.of(Column.text("slowest groups"), Column.number("N"), Column.number("runs"), Column.number("GFLOPS"),
                Column.number("expected"), Column.number("share"), Column.text("verdict"));
        verdicts.groups().stream().sorted(Comparator.comparing((GroupVerdict group) -> group.outcome() != GroupVerdict.Outcome.FAILED)
                .thenComparingDouble(GroupVerdict::share)).limit(SLOWEST).forEach(group -> table.row(FreeText.line(group.name()),
                        group.solve().n(), group.solve().runs(), number(group.solve().gflops()), number(group.expected()),
                        Double.isFinite(group.share()) ? NumberText.percent(group.share()) : UNKNOWN, group.outcome().label()));
        return table.text(page, "") + "\n";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? NumberText.digits(value, DIGITS) : UNKNOWN;
    }
}
