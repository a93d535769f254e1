package hplhetero.run.history;

import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import hplhetero.run.history.HistoryFilter.Numbered;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** A table of results with a bar for each. A value that is equal in all results stands above the table once, and takes no column. */
final class HistoryTable {
    private static final String BLOCKS = "\u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588";
    private static final int EIGHTHS = BLOCKS.length();
    /** Number of characters of a time up to its year. */
    private static final int YEAR = 4;
    private static final int DAY = 10;
    private static final String OURS = "hpl-hetero ";
    private static final String NETLIBS = "HPLinpack ";
    private static final int MOST_BAR = 24;
    private static final int LEAST_BAR = 6;

    private final List<Numbered> tests;
    private final Page page;
    /** Whether the terminal can show block characters, of which bars are then made. */
    private final boolean blocks;
    private final List<Part> parts = new ArrayList<>();

    /** A column of the table, and the text of its cells. */
    private record Part(Column column, Function<Numbered, String> cell) {
    }

    private HistoryTable(List<Numbered> tests, Page page, Charset terminal) {
        this.tests = tests;
        this.page = page;
        this.blocks = terminal.newEncoder().canEncode(BLOCKS);
    }

    /**
     * Returns the table as text.
     *
     * @param tests    results, at least one, the newest last
     * @param page     the page that the table is to fit
     * @param terminal the characters that the terminal can show
     */
    static String of(List<Numbered> tests, Page page, Charset terminal) {
        return new HistoryTable(tests, page, terminal).text();
    }

    private String text() {
        List<String> heading = new ArrayList<>();
        add(Column.number("#"), one -> Integer.toString(one.number()));
        when(heading);
        addOrSay(heading, Column.text("machine"), e -> Shown.name(e.machine()));
        add(Column.number("N"), one -> Integer.toString(one.test().entry().n()));
        add(Column.number("NB"), one -> Integer.toString(one.test().entry().nb()));
        add(Column.number("PxQ"), one -> one.test().entry().p() + "x" + one.test().entry().q());
        add(Column.number("GFLOPS"), one -> Shown.number(one.test().entry().gflops()));
        if (any(test -> Double.isFinite(test.entry().rpeakShare()))) {
            add(Column.number("Rpeak"), one -> Shown.percent(one.test().entry().rpeakShare(), "%.0f"));
        }
        add(Column.number("s"), one -> Shown.number(one.test().entry().seconds()));
        if (any(test -> !status(test).equals("passed"))) {
            add(Column.word("status"), one -> status(one.test()));
        } else {
            heading.add("all passed");
        }
        addOrSay(heading, Column.text("version"), e -> Shown.name(e.program()).replace(OURS, "").replace(NETLIBS, "HPL "));
        int free = page.columns() - width();
        if (free >= LEAST_BAR) {
            bars(Math.min(free, MOST_BAR));
        }
        Table table = Table.of(parts.stream().map(Part::column).toList());
        tests.forEach(one -> table.row(parts.stream().map(part -> part.cell().apply(one)).toArray()));
        String footing = any(test -> test.environment().isEmulated())
                ? "emulated: ranks were slowed on purpose, so the machine is faster than these rates\n" : "";
        return (heading.isEmpty() ? "" : page.fold(String.join(", ", heading)) + "\n\n") + table.text(page, "") + page.fold(footing);
    }

    private void add(Column column, Function<Numbered, String> cell) {
        parts.add(new Part(column, cell));
    }

    /** Adds a column with day and minute where all results are of one year, else with the day. */
    private void when(List<String> heading) {
        List<String> years = tests.stream().map(one -> Shown.minute(one.test().entry().start()).substring(0, YEAR)).distinct().toList();
        boolean one = years.size() == 1;
        heading.addAll(one ? years : List.of());
        add(Column.word("when"), test -> {
            String minute = Shown.minute(test.test().entry().start());
            return one ? minute.substring(YEAR + 1) : minute.substring(0, DAY);
        });
    }

    /** Adds a column where its value differs from row to row, else says the value in the heading. */
    private void addOrSay(List<String> heading, Column column, Function<HistoryEntry, String> cell) {
        List<String> values = tests.stream().map(one -> cell.apply(one.test().entry())).distinct().toList();
        if (values.size() == 1) {
            heading.add(values.getFirst().equals(Shown.UNKNOWN) ? "unknown " + column.title() : values.getFirst());
        } else {
            add(column, one -> cell.apply(one.test().entry()));
        }
    }

    private boolean any(Predicate<KeptTest> condition) {
        return tests.stream().map(Numbered::test).anyMatch(condition);
    }

    private static String status(KeptTest test) {
        return test.isGood() && test.environment().isEmulated() ? "emulated" : HistoryLines.word(test.entry().status());
    }

    /** Returns the characters of all columns so far, with the blanks between and behind them. */
    private int width() {
        return parts.stream().mapToInt(part -> 2 + Math.max(part.column().title().length(),
                tests.stream().mapToInt(one -> part.cell().apply(one).length()).max().orElse(0))).sum();
    }

    private void bars(int room) {
        double most = tests.stream().mapToDouble(one -> one.test().entry().gflops()).filter(Double::isFinite).max().orElse(0);
        add(Column.word("").wide(room), one -> {
            double share = most > 0 && one.test().entry().gflops() > 0 ? one.test().entry().gflops() / most : 0;
            return blocks ? blocks(share, room) : "#".repeat((int) Math.round(share * room));
        });
    }

    private static String blocks(double share, int room) {
        int eighths = (int) Math.round(share * room * EIGHTHS);
        String part = eighths % EIGHTHS == 0 ? "" : BLOCKS.substring(eighths % EIGHTHS - 1, eighths % EIGHTHS);
        return BLOCKS.substring(EIGHTHS - 1).repeat(eighths / EIGHTHS) + part;
    }
}
