package hplhetero.run.net.bench;

import hplhetero.comm.select.Choice;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * All algorithms of collectives, and the selector's course, as it stands in JSON. Seconds.
 *
 * @param schema    grows when a field is removed or means something else
 * @param placement for people
 * @param where     the transport, or {@code virtual time}
 * @param ranks     that take part
 * @param calls     of each algorithm, and of the selector
 * @param parts     a collective and a size each
 */
public record BenchReport(int schema, String placement, String where, int ranks, int calls, List<Part> parts) {
    static final int SCHEMA = 1;
    private static final double MICRO = 1e6;

    /**
     * A collective of messages of one size.
     *
     * @param bytes   as the collective means them
     * @param singles the fastest first
     */
    public record Part(String collective, long bytes, List<Single> singles, Selected selected) {

        public Part {
            singles = singles.stream().sorted(Comparator.comparingDouble(Single::seconds)).toList();
        }

        /** The mean of a call of the fastest. */
        double best() {
            return singles.getFirst().seconds;
        }
    }

    /**
     * An algorithm by itself.
     *
     * @param predicted of a call; NaN: nothing was predicted
     * @param seconds   of a call: the mean over calls and ranks
     */
    public record Single(String algorithm, double predicted, double seconds) {
    }

    /**
     * The same calls, by the algorithm that the selector was at.
     *
     * @param seconds         of all calls, with all that selecting takes
     * @param learningCalls   in which algorithms were tried
     * @param learningSeconds of these
     * @param choice          at the end
     */
    public record Selected(double seconds, long learningCalls, double learningSeconds, Choice choice) {
    }

    /** A table for each part. */
    String text(Page page) {
        StringBuilder text = new StringBuilder(page.fold(String.format(Locale.ROOT, "Ranks: %s; %s; %d calls of each%n",
                placement, where, calls)));
        parts.forEach(part -> part(text, part, page));
        return text.toString();
    }

    private void part(StringBuilder text, Part part, Page page) {
        text.append(String.format(Locale.ROOT, "%n%s, %d bytes%n", part.collective, part.bytes));
        Table table = Table.of(Column.text("algorithm"), Column.number("predicted [us]"), Column.number("seen [us]").wide(13),
                Column.number("ratio").wide(6), Column.text("selector"));
        for (Single single : part.singles) {
            table.row(single.algorithm, micros(single.predicted), micros(single.seconds),
                    String.format(Locale.ROOT, "%.2f", single.seconds / part.best()), word(part.selected.choice, single.algorithm));
        }
        text.append(table.text(page, "  "));
        Selected selected = part.selected;
        text.append(page.fold(String.format(Locale.ROOT, "  selector: %d of %d calls to learn (%.4g s of %.4g s); %.3f of the fastest "
                + "alone%n",
                selected.learningCalls, calls, selected.learningSeconds, selected.seconds, ratio(part))));
    }

    /** What the selector's calls took, of what as many calls of the fastest algorithm would. */
    double ratio(Part part) {
        return part.selected.seconds / (calls * part.best());
    }

    private static String micros(double seconds) {
        return Double.isNaN(seconds) ? "-" : String.format(Locale.ROOT, "%.2f", seconds * MICRO);
    }

    private static String word(Choice choice, String algorithm) {
        return choice.algorithm().equals(algorithm) ? "takes it" : choice.others().stream()
                .filter(other -> other.algorithm().equals(algorithm))
                .map(Choice.Other::why).findFirst().orElse("");
    }
}
