package hplhetero.run.check;

import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import hplhetero.run.check.agent.PairTiming;
import hplhetero.run.check.rules.Units;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Function;

/** A table of latency and bandwidth of pairs: a square of all pairs where hosts are few, else the median and the worst. */
public final class PairTable {
    private static final int MOST_HOSTS_OF_A_SQUARE = 10;
    private static final int LISTED_WORST_PAIRS = 5;
    private static final int NAME_CHARACTERS = 16;

    /** For how many hosts pairs are printed as a matrix. */
    public enum Shape {
        /** A matrix of few hosts, whose columns fit a page; of more hosts the median and the worst pairs. */
        WHERE_IT_FITS,
        /** A matrix of any number of hosts. */
        MATRIX
    }

    private PairTable() {
    }

    /**
     * Prints latency and bandwidth of the pairs of hosts that could be measured; nothing where none could be.
     *
     * @param all  the timings, one for each pair
     * @param page the page that the tables are to fit
     * @param shape for how many hosts there is a matrix
     * @param out  where the tables are printed
     */
    static void print(List<PairTiming> all, Page page, Shape shape, PrintStream out) {
        List<PairTiming> timings = all.stream().filter(PairTiming::measured).toList();
        if (timings.isEmpty()) {
            return;
        }
        SequencedSet<String> names = new LinkedHashSet<>();
        timings.forEach(timing -> names.add(timing.from()));
        timings.forEach(timing -> names.add(timing.to()));
        if (names.size() <= MOST_HOSTS_OF_A_SQUARE || shape == Shape.MATRIX) {
            square("latency, half a round trip of 8 bytes", List.copyOf(names), timings, timing -> Units.micros(timing.latencySeconds()),
                    page, out);
            square("bandwidth, one way", List.copyOf(names), timings, timing -> Units.bandwidth(timing.bytesPerSecond()),
                    page, out);
        } else {
            spread("latency", timings, Comparator.comparingDouble(PairTiming::latencySeconds).reversed(),
                    timing -> Units.micros(timing.latencySeconds()), out);
            spread("bandwidth", timings, Comparator.comparingDouble(PairTiming::bytesPerSecond),
                    timing -> Units.bandwidth(timing.bytesPerSecond()), out);
            long possible = (long) names.size() * (names.size() - 1) / 2;
            if (timings.size() < possible) {
                out.println(timings.size() + " of " + possible + " pairs were tried: each host with about " + 2 * timings.size() / names
                        .size() + " others");
            }
        }
    }

    private static void square(String what, List<String> names, List<PairTiming> timings, Function<PairTiming, String> value,
            Page page, PrintStream out) {
        out.println();
        out.println(what + ":");
        List<Column> columns = new ArrayList<>(List.of(Column.text("").wide(NAME_CHARACTERS)));
        names.forEach(name -> columns.add(Column.number(cut(name, 12)).wide(11)));
        Table table = Table.of(columns);
        for (String row : names) {
            List<Object> cells = new ArrayList<>(List.of(row));
            names.forEach(column -> cells.add(timings.stream().filter(t -> between(t, row, column)).findFirst().map(value).orElse("-")));
            table.row(cells.toArray());
        }
        out.print(table.text(page, ""));
    }

    private static boolean between(PairTiming timing, String a, String b) {
        return timing.from().equals(a) && timing.to().equals(b) || timing.from().equals(b) && timing.to().equals(a);
    }

    private static String cut(String name, int length) {
        return name.length() <= length ? name : name.substring(0, length - 1) + "~";
    }

    /**
     * Prints the best, the median and the worst pairs.
     *
     * @param worstFirst the order of timings, worst first
     */
    private static void spread(String what, List<PairTiming> timings, Comparator<PairTiming> worstFirst, Function<PairTiming,
            String> value, PrintStream out) {
        List<PairTiming> sorted = new ArrayList<>(timings);
        sorted.sort(worstFirst);
        out.println();
        out.println(what + ": best " + value.apply(sorted.getLast()) + ", median " + value.apply(sorted.get(sorted.size() / 2))
                + ", worst:");
        sorted.stream().limit(LISTED_WORST_PAIRS).forEach(timing -> out.println("  " + timing.from() + " - " + timing.to() + ": "
                + value.apply(timing) + " by " + timing.by()));
    }
}
