package hplhetero.results.csv;

import hplhetero.results.TestResult;
import hplhetero.results.format.CFormat;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The text of a table in Markdown, one row for each test: machine, rate, power, parameters, time, residual and outcome. A column of which
 * nothing is known is left out.
 */
public final class MarkdownText {
    private static final int DIGITS = 4;

    private final List<KeptTest> tests;
    private final List<Column> columns = new ArrayList<>();

    /** A column: its heading, whether it has numbers, which are set to the right, and its cells. */
    private record Column(String heading, boolean isNumber, List<String> cells) {
    }

    private MarkdownText(List<KeptTest> tests) {
        this.tests = tests;
    }

    /**
     * Returns the table of tests whose residuals are not known.
     *
     * @param tests the tests, in the order of the rows
     */
    public static String of(List<KeptTest> tests) {
        return of(tests, List.of());
    }

    /**
     * Returns the table of tests with their scaled residuals.
     *
     * @param tests   the tests, in the order of the rows
     * @param results the result of each test, in the same order; empty where the residuals are not known
     */
    static String of(List<KeptTest> tests, List<TestResult> results) {
        MarkdownText table = new MarkdownText(tests);
        table.add("machine", false, tests.stream().map(test -> machine(test.entry())).toList());
        table.number("GFLOPS", e -> e.gflops());
        table.number("W", e -> e.joules() / e.seconds());
        table.number("GFLOPS/W", e -> e.gflops() * e.seconds() / e.joules());
        table.add("N", true, table.cells(e -> e.n()));
        table.add("NB", true, table.cells(e -> e.nb()));
        table.add("P", true, table.cells(e -> e.p()));
        table.add("Q", true, table.cells(e -> e.q()));
        table.number("time, s", e -> e.seconds());
        table.add("residual", true, results.stream().map(test -> test.result().residual()
                .map(residual -> CFormat.exponent(residual.scaled(), 0, 2)).orElse("")).toList());
        table.add("result", false, tests.stream().map(MarkdownText::outcome).toList());
        return table.text();
    }

    private static String machine(HistoryEntry entry) {
        String name = FreeText.line(entry.machine());
        return entry.cpu().isBlank() ? name : name + ", " + FreeText.line(entry.cpu());
    }

    /** Returns how a test ended. Ranks slowed on purpose are told, because the rate says nothing of the machine then. */
    private static String outcome(KeptTest test) {
        return HistoryLines.word(test.entry().status()) + (test.environment().isEmulated() ? ", ranks slowed on purpose" : "");
    }

    private void number(String heading, ToDoubleFunction<HistoryEntry> value) {
        add(heading, true, tests.stream().mapToDouble(test -> value.applyAsDouble(test.entry()))
                .mapToObj(number -> Double.isFinite(number) && number > 0 ? NumberText.digits(number, DIGITS) : "").toList());
    }

    private List<String> cells(ToDoubleFunction<HistoryEntry> value) {
        return tests.stream().map(test -> CFormat.fixed(value.applyAsDouble(test.entry()), 0, 0)).toList();
    }

    private void add(String heading, boolean isNumber, List<String> cells) {
        if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
            columns.add(new Column(heading, isNumber, cells.stream().map(cell -> cell.replace("|", "\\|")).toList()));
        }
    }

    private String text() {
        String heading = row(columns.stream().map(Column::heading).toList());
        String rule = columns.stream().map(column -> column.isNumber() ? "---:" : "---").collect(Collectors.joining("|", "|", "|\n"));
        return heading + rule + IntStream.range(0, tests.size())
                .mapToObj(test -> row(columns.stream().map(column -> column.cells().get(test)).toList())).collect(Collectors.joining());
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
