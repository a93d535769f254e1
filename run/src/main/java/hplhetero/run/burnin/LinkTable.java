package hplhetero.run.burnin;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.GroupRun;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Comparator;
import java.util.Locale;

/** The table of the slowest links that a burn-in has measured. */
final class LinkTable {
    private static final int SLOWEST_PAIRS = 10;

    private LinkTable() {
    }

    /** Returns the text of the table; empty where no link was measured. */
    static String of(BurnIn burnIn, Page page) {
        if (burnIn.groups().isEmpty()) {
            return "";
        }
        Table links = Table.of(Column.text("slowest links"), Column.number("MB/s"), Column.number("us"), Column.text("problem"));
        burnIn.groups().stream().sorted(Comparator.comparing((GroupRun pair) -> pair.problem().isEmpty())
                .thenComparingDouble(GroupRun::bytesPerSecond)).limit(SLOWEST_PAIRS).forEach(pair -> links.row(String.join(" - ",
                        pair.hosts()), number(pair.bytesPerSecond() / 1e6), number(pair.microseconds()), pair.problem()));
        return links.text(page, "") + "\n";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.1f", value) : "-";
    }
}
