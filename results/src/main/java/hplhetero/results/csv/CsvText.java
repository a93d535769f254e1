package hplhetero.results.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import hplhetero.results.history.Environment;
import hplhetero.results.history.HistoryEntry;
import hplhetero.results.history.HistoryLines;
import hplhetero.results.history.KeptTest;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * The text of a CSV file: a header, then one row for each test. A value that is not known is an empty field. New columns are only ever
 * added at the end.
 */
public final class CsvText {
    private static final SequencedMap<String, Function<KeptTest, String>> COLUMNS = new LinkedHashMap<>();

    static {
        entry("start", e -> e.start().toString());
        entry("program", HistoryEntry::program);
        entry("machine", HistoryEntry::machine);
        entry("cpu", HistoryEntry::cpu);
        entry("ranks", e -> Integer.toString(e.ranks()));
        entry("variant", HistoryEntry::variant);
        entry("n", e -> Integer.toString(e.n()));
        entry("nb", e -> Integer.toString(e.nb()));
        entry("p", e -> Integer.toString(e.p()));
        entry("q", e -> Integer.toString(e.q()));
        entry("seconds", e -> number(e.seconds()));
        entry("gflops", e -> number(e.gflops()));
        entry("rpeak_share", e -> number(e.rpeakShare()));
        entry("joules", e -> number(e.joules()));
        entry("status", e -> HistoryLines.word(e.status()));
        COLUMNS.put("emulated", test -> Boolean.toString(test.environment().isEmulated()));
        fact("hosts", Environment.HOSTS);
        fact("workers", Environment.WORKERS);
        fact("blas", Environment.BLAS);
        fact("java", Environment.JAVA);
        fact("transport", Environment.TRANSPORT);
        fact("map", Environment.MAP);
        fact("cleared", Environment.CLEARED);
        fact("slowdown", Environment.SLOWDOWN);
        COLUMNS.put("run", KeptTest::run);
        COLUMNS.put("test", test -> Integer.toString(test.test()));
    }

    private CsvText() {
    }

    private static void entry(String column, Function<HistoryEntry, String> value) {
        COLUMNS.put(column, test -> value.apply(test.entry()));
    }

    private static void fact(String column, String name) {
        COLUMNS.put(column, test -> test.environment().fact(name).orElse(""));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    /**
     * Returns the text of a CSV file: a header, and one row for each of these tests.
     *
     * @param tests the tests, in the order of the rows
     */
    public static String of(List<KeptTest> tests) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(COLUMNS.keySet());
            tests.forEach(test -> csv.writeRecord(COLUMNS.values().stream().map(value -> value.apply(test)).toList()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
