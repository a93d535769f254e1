package hplhetero.run.history;

import hplhetero.results.compare.Comparison;
import hplhetero.results.compare.Comparison.By;
import hplhetero.results.compare.EnvironmentChange;
import hplhetero.results.compare.HostChange;
import hplhetero.results.compare.MatchedCase;
import hplhetero.results.compare.MatchedCase.Verdict;
import hplhetero.results.compare.Rates;
import hplhetero.results.format.JUnitXml;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A comparison of results as text. */
final class CompareText {
    /** The most cases that a list names; further ones are counted. */
    private static final int FEW = 4;
    /** The most hosts in the table of the slowest ones. */
    private static final int SLOWEST_HOSTS = 5;

    private CompareText() {
    }

    /**
     * Returns the text that says, case by case, how new results differ from old ones.
     *
     * @param before     the old results
     * @param after      the new results
     * @param comparison how the results differ, case by case
     * @param tolerance  share by which a rate may fall before a case counts as worse, such as 0.05
     * @param page       the page that the text is to fit
     */
    static String of(Results before, Results after, Comparison comparison, double tolerance, Page page) {
        List<String> text = new ArrayList<>();
        text.add(page.fold("old: " + title(before)));
        text.add(page.fold("new: " + title(after)));
        by(comparison.by()).ifPresent(line -> text.add(page.fold(line)));
        text.add("");
        text.add(table(comparison).text(page, "").stripTrailing());
        text.add("");
        comparison.matched().stream().min(Comparator.comparingDouble(MatchedCase::change)).ifPresent(one -> {
            List<HostChange> slowest = HostChange.slowest(one, SLOWEST_HOSTS);
            if (!slowest.isEmpty()) {
                text.add(page.fold("slowest hosts, GFLOPS in the updates of " + name(one, comparison.by())));
                text.add(hosts(slowest).text(page, "").stripTrailing());
                text.add("");
            }
        });
        comparison.onlyOlder().stream().findAny().ifPresent(any -> text.add(page.fold("only in old: " + cases(comparison.onlyOlder()))));
        comparison.onlyNewer().stream().findAny().ifPresent(any -> text.add(page.fold("only in new: " + cases(comparison.onlyNewer()))));
        changes(comparison.changes()).forEach(line -> text.add(page.fold(line)));
        text.add(page.fold(verdict(comparison, tolerance)));
        return String.join("\n", text) + "\n";
    }

    /**
     * Returns the comparison as JUnit XML: a test for each compared case, which fails where the case is worse.
     *
     * @param after      the new results
     * @param comparison how the results differ, case by case
     */
    static String junit(Results after, Comparison comparison) {
        Instant start = after.tests().stream().map(test -> test.entry().start()).min(Comparator.naturalOrder()).orElseThrow();
        return new JUnitXml("compare", start, 0, comparison.matched().stream().map(one -> new JUnitXml.Case("", name(one, comparison.by()),
                one.verdict().isWorse() ? Optional.of(new JUnitXml.Failure(one.verdict().label(), "old " + rate(one.before()) + ", new "
                        + rate(one.after()) + " GFLOPS, " + Shown.percent(one.change(), "%+.1f"), List.of())) : Optional.empty()))
                .toList()).text();
    }

    /** Returns a line on what is compared, where that is not cases that are alike in everything; else empty. */
    private static Optional<String> by(By by) {
        return switch (by) {
            case AUTO, CASE -> Optional.empty();
            case N -> Optional.of("compared: the fastest case of each N, whatever its NB and grid");
            case BEST -> Optional.of("compared: the fastest case of each result, whatever its N, NB and grid");
        };
    }

    private static String title(Results results) {
        HistoryEntry first = results.tests().stream().map(KeptTest::entry).min(Comparator.comparing(HistoryEntry::start)).orElseThrow();
        return Shown.name(results.name()) + ", " + count(results.tests().size(), "result") + ", " + Shown.minute(first.start())
                + (first.machine().isEmpty() ? "" : ", " + Shown.name(first.machine())) + ", " + Shown.name(first.program());
    }

    private static Table table(Comparison comparison) {
        Table table = Table.of(Column.word("case"), Column.number("old"), Column.number("new"), Column.number("change"),
                Column.number("noise"), Column.word("verdict"));
        comparison.matched().forEach(one -> table.row(name(one, comparison.by()), rate(one.before()), rate(one.after()),
                Shown.percent(one.change(), "%+.1f"),
                Double.isNaN(one.noise()) ? "-" : "+-" + Shown.percent(one.noise(), "%.1f"), one.verdict().label()));
        return table;
    }

    private static Table hosts(List<HostChange> hosts) {
        Table table = Table.of(Column.word("host"), Column.number("old"), Column.number("new"), Column.number("change"));
        hosts.forEach(host -> table.row(Shown.name(host.host()), Shown.number(host.before()), Shown.number(host.after()),
                Shown.percent(host.change(), "%+.1f")));
        return table;
    }

    private static String name(MatchedCase one, By by) {
        HistoryEntry old = one.before().tests().getFirst().entry();
        HistoryEntry young = one.sample();
        String variant = by == By.CASE ? " " + (old.variant().equals(young.variant()) ? young.variant()
                : old.variant() + " -> " + young.variant()) : "";
        return "N=" + change(old.n(), young.n()) + " NB=" + change(old.nb(), young.nb()) + " "
                + change(old.p() + "x" + old.q(), young.p() + "x" + young.q()) + variant;
    }

    /** Returns a change such as {@code 192->160}, or one value where both are equal. */
    private static String change(Object old, Object young) {
        return old.equals(young) ? young.toString() : old + "->" + young;
    }

    private static String grid(HistoryEntry e) {
        return "N=" + e.n() + " NB=" + e.nb() + " " + e.p() + "x" + e.q();
    }

    /** Returns the median rate of the tests that passed, or the status of the first test where none did. */
    private static String rate(Rates rates) {
        return rates.good() > 0 ? Shown.number(rates.median()) + (rates.tests().size() > 1 ? " (" + rates.good() + ")" : "")
                : HistoryLines.word(rates.tests().getFirst().entry().status());
    }

    /** Returns the grid and variant of each case in short, the first few in full and then how many more there are. */
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
            lines.add("nothing else changed that the results record");
        }
        return lines;
    }

    private static void untold(List<String> lines, String side, List<EnvironmentChange> changes) {
        if (!changes.isEmpty()) {
            lines.add(side + " does not record its " + changes.stream().map(EnvironmentChange::name).collect(Collectors.joining(", "))
                    + ": they may have changed");
        }
    }

    private static String value(String value) {
        return value.isEmpty() ? "none" : Shown.name(value);
    }

    private static String verdict(Comparison comparison, double tolerance) {
        List<MatchedCase> matched = comparison.matched();
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        matched.forEach(one -> counts.merge(one.verdict(), 1, Integer::sum));
        String each = counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey().label()).collect(Collectors.joining(", "));
        return count(matched.size(), "case") + (comparison.by() == By.CASE ? " in both: " : " compared: ") + each
                + " (tolerance " + Shown.number(100 * tolerance) + " %)";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
