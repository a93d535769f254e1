package hplhetero.run.history;

import hplhetero.results.compare.Comparison;
import hplhetero.results.compare.EnvironmentChange;
import hplhetero.results.compare.MatchedCase;
import hplhetero.results.compare.MatchedCase.Verdict;
import hplhetero.results.compare.Rates;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A comparison as text. */
final class CompareText {
    /** Of a list of cases, before the rest is counted. */
    private static final int FEW = 4;

    private CompareText() {
    }

    static String of(Results before, Results after, Comparison comparison, double tolerance, Page page) {
        List<String> text = new ArrayList<>();
        text.add(page.fold("old: " + title(before)));
        text.add(page.fold("new: " + title(after)));
        text.add("");
        text.add(table(comparison.matched()).text(page, "").stripTrailing());
        text.add("");
        comparison.onlyOlder().stream().findAny().ifPresent(any -> text.add(page.fold("only in old: " + cases(comparison.onlyOlder()))));
        comparison.onlyNewer().stream().findAny().ifPresent(any -> text.add(page.fold("only in new: " + cases(comparison.onlyNewer()))));
        changes(comparison.changes()).forEach(line -> text.add(page.fold(line)));
        text.add(page.fold(verdict(comparison.matched(), tolerance)));
        return String.join("\n", text) + "\n";
    }

    private static String title(Results results) {
        HistoryEntry first = results.tests().stream().map(KeptTest::entry).min(Comparator.comparing(HistoryEntry::start)).orElseThrow();
        return Shown.name(results.name()) + ", " + count(results.tests().size(), "result") + ", " + Shown.minute(first.start())
                + (first.machine().isEmpty() ? "" : ", " + Shown.name(first.machine())) + ", " + Shown.name(first.program());
    }

    private static Table table(List<MatchedCase> matched) {
        Table table = Table.of(Column.word("case"), Column.number("old"), Column.number("new"), Column.number("change"),
                Column.number("noise"), Column.word("verdict"));
        matched.forEach(one -> table.row(name(one), rate(one.before()), rate(one.after()), Shown.percent(one.change(), "%+.1f"),
                Double.isNaN(one.noise()) ? "-" : "+-" + Shown.percent(one.noise(), "%.1f"), one.verdict().label()));
        return table;
    }

    private static String name(MatchedCase one) {
        String old = one.before().tests().getFirst().entry().variant();
        String young = one.sample().variant();
        return grid(one.sample()) + " " + (old.equals(young) ? young : old + " -> " + young);
    }

    private static String grid(HistoryEntry e) {
        return "N=" + e.n() + " NB=" + e.nb() + " " + e.p() + "x" + e.q();
    }

    /** What was not good has no rate that counts; of several the median. */
    private static String rate(Rates rates) {
        return rates.good() > 0 ? Shown.number(rates.median()) + (rates.tests().size() > 1 ? " (" + rates.good() + ")" : "")
                : HistoryLines.word(rates.tests().getFirst().entry().status());
    }

    /** Cases in short, the first few. */
    static String cases(List<KeptTest> tests) {
        List<String> names = tests.stream().map(test -> grid(test.entry()) + " " + Shown.name(test.entry().variant())).distinct().toList();
        return names.stream().limit(FEW).collect(Collectors.joining(", ")) + (names.size() > FEW ? " and " + (names.size() - FEW)
                + " more" : "");
    }

    private static List<String> changes(List<EnvironmentChange> changes) {
        List<String> lines = new ArrayList<>();
        changes.stream().filter(change -> !change.isUntold()).forEach(change -> lines.add("changed: " + change.name() + ": "
                + value(change.before()) + " -> " + value(change.after())));
        untold(lines, "old", changes.stream().filter(change -> change.isUntold() && change.before().isEmpty()).toList());
        untold(lines, "new", changes.stream().filter(change -> change.isUntold() && change.after().isEmpty()).toList());
        if (lines.isEmpty()) {
            lines.add("nothing else changed that results tell of");
        }
        return lines;
    }

    private static void untold(List<String> lines, String side, List<EnvironmentChange> changes) {
        if (!changes.isEmpty()) {
            lines.add(side + " does not tell its " + changes.stream().map(EnvironmentChange::name).collect(Collectors.joining(", "))
                    + ": whether these changed is not known");
        }
    }

    private static String value(String value) {
        return value.isEmpty() ? "none" : Shown.name(value);
    }

    private static String verdict(List<MatchedCase> matched, double tolerance) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        matched.forEach(one -> counts.merge(one.verdict(), 1, Integer::sum));
        return count(matched.size(), "case") + " in both: " + counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey().label())
                .collect(Collectors.joining(", ")) + " (tolerance " + Shown.number(100 * tolerance) + " %)";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
