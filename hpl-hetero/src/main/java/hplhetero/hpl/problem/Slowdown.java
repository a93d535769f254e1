package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many times slower the kernels of a rank are made on purpose, and how this changes while a test runs. As text: {@code 2} is twice as
 * slow; {@code 2@40%:4} is four times as slow once 40 % of the columns are factored; {@code 2@10s:4} is so from 10 seconds after the clock
 * has started. Several changes follow one another: {@code 2@40%:4@70%:2}.
 *
 * @param factor  factor from the start, &gt;= 1
 * @param changes changes in the order in which they are looked at; of those that have come to pass the last one holds
 */
public record Slowdown(double factor, List<Change> changes) implements Serializable {
    /** A rank that is as fast as it is. */
    public static final Slowdown NONE = new Slowdown(1, List.of());

    /**
     * A change of the factor.
     *
     * @param at        when it comes: a share of the columns, 0..1, or seconds
     * @param inSeconds whether {@code at} counts seconds since the clock started, rather than the share of the columns that are factored
     * @param factor    factor from then on, &gt;= 1
     */
    public record Change(double at, boolean inSeconds, double factor) implements Serializable {

        private boolean hasCome(double columns, double seconds) {
            return (inSeconds ? seconds : columns) >= at;
        }

        private String words() {
            return "@" + (inSeconds ? plain(at) + "s" : plain(100 * at) + "%") + ":" + plain(factor);
        }
    }

    public Slowdown {
        changes = List.copyOf(changes);
    }

    /** Makes a slowdown that does not change. */
    public Slowdown(double factor) {
        this(factor, List.of());
    }

    /**
     * Returns the factor at some moment of a test.
     *
     * @param columns share of the columns that are factored, 0..1
     * @param seconds seconds since the clock started
     */
    public double factor(double columns, double seconds) {
        double now = factor;
        for (Change change : changes) {
            now = change.hasCome(columns, seconds) ? change.factor : now;
        }
        return now;
    }

    /** Returns whether the rank is as fast as it is, from start to end. */
    public boolean isNone() {
        return factor == 1 && changes.stream().allMatch(change -> change.factor == 1);
    }

    /** Returns the slowdown as text, as a user gives it. */
    public String words() {
        return plain(factor) + changes.stream().map(Change::words).collect(Collectors.joining());
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9 ? String.valueOf((long) number) : String.valueOf(number);
    }
}
