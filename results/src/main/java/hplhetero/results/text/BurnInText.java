package hplhetero.results.text;

import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.Finding;
import hplhetero.results.burnin.HostNumbers;
import hplhetero.results.burnin.HostVerdict;
import hplhetero.results.burnin.LinkVerdict;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;

/** The table of a burn-in, with lines below it that say what is bad, why, and what to do. docs/burnin.md describes it. */
public final class BurnInText {
    private static final int DIGITS = 4;
    private static final int MINUTE = 60;
    private static final String UNKNOWN = "-";

    private BurnInText() {
    }

    /**
     * Returns the text.
     *
     * @param burnIn   what was measured
     * @param verdicts the judgement of what was measured
     * @param page     the room for the table
     */
    public static String of(BurnIn burnIn, Verdicts verdicts, Page page) {
        StringBuilder text = new StringBuilder(table(verdicts).text(page, ""));
        text.append('\n').append(summary(burnIn, verdicts)).append('\n');
        verdicts.bad().forEach(host -> host.bad().forEach(finding -> line(text, "BAD", host.host().host(), finding)));
        verdicts.links().forEach(link -> line(text, link.finding().bad() ? "BAD" : "note", "link " + name(link), link.finding()));
        verdicts.hosts().forEach(host -> host.findings().stream().filter(finding -> !finding.bad()).forEach(
                finding -> text.append("note ").append(FreeText.line(host.host().host() + ": " + finding.words())).append('\n')));
        verdicts.notes().forEach(note -> text.append("note ").append(FreeText.line(note)).append('\n'));
        return text.toString();
    }

    /** Returns the result in one line, such as {@code 2 of 40 hosts are bad, 31.2 min}. */
    public static String summary(BurnIn burnIn, Verdicts verdicts) {
        long hosts = verdicts.bad().size();
        long links = verdicts.links().stream().filter(link -> link.finding().bad()).count();
        long untested = verdicts.hosts().stream().filter(host -> !host.isBad() && !host.wasTested()).count();
        return (hosts == 0 ? "no" : String.valueOf(hosts)) + " of " + verdicts.hosts().size()
                + (verdicts.hosts().size() == 1 ? " host is bad" : hosts == 1 ? " hosts is bad" : " hosts are bad")
                + (links == 0 ? "" : ", " + links + (links == 1 ? " link is bad" : " links are bad"))
                + (untested == 0 ? "" : ", " + untested + " not tested") + ", after "
                + NumberText.digits(burnIn.seconds() / MINUTE, 3) + " min";
    }

    private static Table table(Verdicts verdicts) {
        Table table = Table.of(Column.text("host"), Column.number("runs"), Column.number("GFLOPS"), Column.number("spread"),
                Column.number("drift"), Column.number("hottest"), Column.number("errors"), Column.text("verdict"));
        for (HostVerdict host : verdicts.hosts()) {
            HostNumbers numbers = host.numbers();
            table.row(FreeText.line(host.host().host()), numbers.runs(), number(numbers.gflops()), percent(numbers.spread()),
                    change(numbers.drift()), Double.isFinite(numbers.hottestCelsius())
                            ? NumberText.digits(Math.rint(numbers.hottestCelsius()), 3) + " C" : UNKNOWN, numbers.errors(), host.words());
        }
        return table;
    }

    /** Appends a finding with what to do about it. */
    static void line(StringBuilder text, String word, String who, Finding finding) {
        text.append(word).append(' ').append(FreeText.line(who + ": " + finding.cause().label() + ": " + finding.words()))
                .append("\n    -> ").append(finding.cause().remedy()).append('\n');
    }

    private static String name(LinkVerdict link) {
        return String.join("-", link.hosts());
    }

    private static String number(double value) {
        return Double.isFinite(value) ? NumberText.digits(value, DIGITS) : UNKNOWN;
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? NumberText.percent(share) : UNKNOWN;
    }

    /** Returns a change as a percentage with its sign. */
    static String change(double share) {
        return Double.isFinite(share) ? (share < 0 ? "" : "+") + NumberText.percent(share) : UNKNOWN;
    }
}
