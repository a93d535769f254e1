package hplhetero.results.text;

import hplhetero.results.burnin.BurnInChanges;
import hplhetero.results.burnin.HostChange;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.stream.Stream;

/** The table of what changed since an earlier burn-in, with lines below it for what became slower. */
public final class BurnInChangesText {
    private static final int DIGITS = 4;

    private BurnInChangesText() {
    }

    /**
     * Returns the text.
     *
     * @param changes what changed
     * @param page    the room for the table
     */
    public static String of(BurnInChanges changes, Page page) {
        Table table = Table.of(Column.text("host"), Column.number("GFLOPS before"), Column.number("now"), Column.number("change"),
                Column.number("without its kind's"), Column.text("verdict"));
        changes.hosts().forEach(host -> table.row(FreeText.line(host.name()), rate(host.before()), rate(host.now()),
                BurnInText.change(host.change()), BurnInText.change(host.own()), verdict(host)));
        StringBuilder text = new StringBuilder("compared with the burn-in of " + changes.since() + "\n").append(table.text(page, ""));
        changes.kinds().forEach(kind -> text.append("all of \"").append(FreeText.line(kind.name())).append("\": ")
                .append(BurnInText.change(kind.change())).append('\n'));
        Stream.concat(changes.hosts().stream(), changes.kinds().stream()).forEach(one -> one.finding().ifPresent(
                finding -> BurnInText.line(text, "BAD", one.name(), finding)));
        return text.toString();
    }

    private static String verdict(HostChange host) {
        return host.finding().map(finding -> "slower than before").orElse(host.note().isEmpty() ? "as before" : FreeText.line(host.note()));
    }

    private static String rate(double value) {
        return Double.isFinite(value) ? NumberText.digits(value, DIGITS) : "-";
    }
}
