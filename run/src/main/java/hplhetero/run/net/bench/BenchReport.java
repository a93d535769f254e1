package hplhetero.run.net.bench;

import hplhetero.comm.select.Choice;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The times of all algorithms of collectives, and of the selector's calls, as written to JSON. Times are in seconds.
 *
 * @param schema    version of the JSON, which grows when a field is removed or changes its meaning
 * @param placement where the ranks sit, for people
 * @param where     the transport, or {@code virtual time}
 * @param messages  what messages were taken to cost when algorithms were predicted, for people
 * @param ranks     number of ranks that take part
 * @param calls     number of calls of each algorithm, and of the selector
 * @param parts     the times of each collective and size
 */
public record BenchReport(int schema, String placement, String where, String messages, int ranks, int calls, List<Part> parts) {
    static final int SCHEMA = 1;
    private static final double MICRO = 1e6;

    /**
     * The times of a collective with messages of one size.
     *
     * @param collective name of the collective
     * @param bytes      size in bytes: of the buffer, or of one piece, as {@link hplhetero.network.schedule.Collective} says for each
     *                   collective
     * @param singles    times of the algorithms, the fastest first
     * @param selected   times of the calls whose algorithm the selector took
     */
    public record Part(String collective, long bytes, List<Single> singles, Selected selected) {

        public Part {
            singles = singles.stream().sorted(Comparator.comparingDouble(Single::seconds)).toList();
        }

        /** Returns the time of a call of the fastest algorithm, in seconds. */
        double best() {
            return singles.getFirst().seconds;
        }
    }

    /**
     * The times of an algorithm by itself.
     *
     * @param algorithm name of the algorithm
     * @param predicted predicted time of a call, in seconds; NaN: nothing was predicted
     * @param seconds   time of a call, in seconds: the mean over calls and ranks, in virtual time that of the last rank
     */
    public record Single(String algorithm, double predicted, double seconds) {
    }

    /**
     * The times of a series of calls in which the selector takes the algorithm of each call. The selector first tries algorithms, and so
     * learns which is the fastest. There are as many calls as of each algorithm by itself: {@link BenchReport#calls}.
     *
     * @param seconds         time of all calls, in seconds, with all that selecting takes
     * @param learningCalls   number of calls in which algorithms were tried
     * @param learningSeconds time of these calls, in seconds
     * @param choice          the selector's choice at the end
     */
    public record Selected(double seconds, long learningCalls, double learningSeconds, Choice choice) {
    }

    /**
     * Returns the times as text: a table for each collective and size.
     *
     * @param page the page that the tables are to fit
     */
    String text(Page page) {
        StringBuilder text = new StringBuilder(page.fold(String.format(Locale.ROOT, "Ranks: %s; %s; %d calls of each%nMessages: %s%n",
                placement, where, calls, messages)));
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
        text.append(page.fold(String.format(Locale.ROOT, "  selector: %d of %d calls to learn (%.4g s of %.4g s); %.3f times the "
                + "time of the fastest algorithm alone%n",
                selected.learningCalls, calls, selected.learningSeconds, selected.seconds, ratio(part))));
    }

    /**
     * Returns how many times as long the selector's calls took as the same number of calls of the fastest algorithm, at one collective and
     * size.
     */
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
