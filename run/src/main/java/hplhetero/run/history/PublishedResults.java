package hplhetero.run.history;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rates that others have published, the fastest first, and the place of a rate among them.
 *
 * @param systems the published results, sorted by rate; at least one
 * @param skipped number of rows of the file that have no rate
 */
record PublishedResults(List<Published> systems, int skipped) {
    /** Heads of columns of rates: {@code Rmax [TFlop/s]}, {@code Rmax (GFlops)}, {@code GFLOPS}, {@code rmax_tflops}. */
    private static final Pattern RATE = Pattern.compile("(r[ _-]?max)?[ _]*[\\[(]?([kmgtpe]?)flop(?:s|/s|s/s)?[\\])]?");
    private static final Map<String, Double> GFLOPS = Map.of("", 1e-9, "k", 1e-6, "m", 1e-3, "g", 1.0, "t", 1e3, "p", 1e6, "e", 1e9);
    /** Heads of columns of names, the best first. */
    private static final List<String> NAMES = List.of("name", "system", "computer", "machine", "site");
    private static final Pattern THOUSANDS = Pattern.compile("\\d{1,3}(,\\d{3})+(\\.\\d+)?");

    /**
     * One published result.
     *
     * @param name   name of the system; empty where the file has none
     * @param gflops its rate, in GFLOPS, &gt; 0
     */
    record Published(String name, double gflops) {
    }

    PublishedResults {
        systems = systems.stream().sorted(Comparator.comparingDouble(Published::gflops).reversed()).toList();
    }

    /**
     * Reads a table of published results, whose first line has the heads of its columns. Fields are separated by commas, semicolons or
     * tabs.
     *
     * @throws InputException where the file cannot be read, has no column of rates, or no rate
     */
    static PublishedResults read(Path file) {
        return TextFile.read(file, TextFile.Kind.PUBLISHED, PublishedResults::parsed);
    }

    private static PublishedResults parsed(TextFile text) {
        List<CsvRecord> records = records(text);
        List<String> heads = records.isEmpty() ? List.of() : records.getFirst().getFields();
        // a column of Rmax comes before one of another rate
        MatchResult head = heads.stream().map(each -> RATE.matcher(plain(each))).filter(Matcher::matches).map(Matcher::toMatchResult)
                .min(Comparator.comparing(each -> each.group(1) == null))
                .orElseThrow(() -> new InputException(text.where(1) + ": no column of rates among `" + String.join(", ", heads)
                        + "`: name one with its unit, such as Rmax [TFlop/s] or GFLOPS"));
        int rate = heads.stream().map(PublishedResults::plain).toList().indexOf(head.group());
        double factor = GFLOPS.get(head.group(2));
        // many systems of the TOP500 list have no name, but all have a computer
        List<Integer> names = NAMES.stream().map(known -> heads.stream().map(PublishedResults::plain).toList().indexOf(known))
                .filter(column -> column >= 0).toList();
        List<Published> systems = new ArrayList<>();
        List<CsvRecord> rows = records.subList(1, records.size());
        for (CsvRecord row : rows) {
            double value = rate(text.where((int) row.getStartingLineNumber()), field(row, rate));
            if (value > 0) {
                String name = names.stream().map(column -> field(row, column)).filter(cell -> !cell.isEmpty()).findFirst().orElse("");
                systems.add(new Published(name, factor * value));
            }
        }
        if (systems.isEmpty()) {
            throw new InputException(text.name() + ": no row has a rate in the column " + heads.get(rate) + ": name another file");
        }
        return new PublishedResults(systems, rows.size() - systems.size());
    }

    private static List<CsvRecord> records(TextFile text) {
        String first = text.lines().isEmpty() ? "" : text.lines().getFirst();
        char separator = List.of(',', ';', '\t').stream()
                .max(Comparator.comparingLong(each -> first.chars().filter(c -> c == each).count())).orElseThrow();
        try (CsvReader<CsvRecord> reader = CsvReader.builder().fieldSeparator(separator).missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE).ofCsvRecord(String.join("\n", text.lines()))) {
            return reader.stream().toList();
        } catch (CsvParseException | IOException broken) {
            throw new InputException(text.name() + ": is no table in CSV: " + broken.getMessage() + ": save it as CSV", broken);
        }
    }

    private static String plain(String head) {
        return head.strip().toLowerCase(Locale.ROOT);
    }

    private static String field(CsvRecord row, int column) {
        return column < row.getFieldCount() ? row.getField(column).strip() : "";
    }

    /** Returns the rate in a field; 0 where the field is empty, or has the rate of a test that failed. */
    private static double rate(String where, String text) {
        try {
            double rate = text.isEmpty() ? 0 : Double.parseDouble(THOUSANDS.matcher(text).matches() ? text.replace(",", "") : text);
            if (rate >= 0 && Double.isFinite(rate)) {
                return rate;
            }
        } catch (NumberFormatException notANumber) {
            // a text that is no number is refused below
        }
        throw new InputException(where + ": expected a rate such as 1102.5, found `" + text + "`: mend the row");
    }

    /** Returns the place of a rate, from 1. Equal rates share the better place. */
    int place(double gflops) {
        return 1 + (int) systems.stream().filter(system -> system.gflops() > gflops).count();
    }

    /** Returns the share of the published results that are slower than a rate, 0..1. */
    double slower(double gflops) {
        return (double) systems.stream().filter(system -> system.gflops() < gflops).count() / systems.size();
    }
}
