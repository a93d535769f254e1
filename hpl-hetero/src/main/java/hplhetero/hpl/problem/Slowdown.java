package hplhetero.hpl.problem;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final int MOST_FACTOR = 1_000_000;
    private static final Pattern CHANGE = Pattern.compile("([^%s:]+)([%s]):([^:]+)");
    private static final String FORM = ": give a factor such as 2, and changes such as 2@40%:4 (4 from 40 % of the columns on) or "
            + "2@10s:4 (4 from 10 s on)";

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
            return "@" + when() + ":" + plain(factor);
        }

        /** Returns when the change comes, as a user gives it; a share is rounded to millionths of a per cent. */
        private String when() {
            return inSeconds ? plain(at) + "s" : plain(Math.rint(1e8 * at) / 1e6) + "%";
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
     * Returns the slowdown that a user's text means, such as {@code 2}, {@code 2@40%:4} or {@code 2@10s:4}.
     *
     * @throws IllegalArgumentException when the text has another form, a factor is not 1..1000000, a share not 0..100 %, seconds are below
     *     0, or of two changes that both have shares, or both seconds, the later one does not come later
     */
    public static Slowdown parse(String text) {
        List<String> parts = Arrays.asList(text.strip().split("@", -1));
        List<Change> changes = new ArrayList<>();
        for (String part : parts.subList(1, parts.size())) {
            Change change = change(text, part);
            changes.stream().filter(earlier -> earlier.inSeconds == change.inSeconds && earlier.at >= change.at).findFirst()
                    .ifPresent(earlier -> {
                        throw new IllegalArgumentException("expected a later change than @" + earlier.when() + ", found `@" + change.when()
                                + "`: name changes in the order in which they come");
                    });
            changes.add(change);
        }
        return new Slowdown(factor(parts.getFirst()), changes);
    }

    private static Change change(String text, String part) {
        Matcher form = CHANGE.matcher(part);
        if (!form.matches()) {
            throw new IllegalArgumentException("expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `" + text.strip() + "`" + FORM);
        }
        double at = number(form.group(1));
        boolean inSeconds = form.group(2).equals("s");
        if (inSeconds && !(at >= 0 && at < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("expected seconds >= 0, found `" + form.group(1) + "s`" + FORM);
        }
        if (!inSeconds && !(at >= 0 && at <= 100)) {
            throw new IllegalArgumentException("expected a share of 0..100 %, found `" + form.group(1) + "%`" + FORM);
        }
        return new Change(inSeconds ? at : at / 100, inSeconds, factor(form.group(3)));
    }

    private static double factor(String text) {
        double factor = number(text);
        if (factor > MOST_FACTOR) {
            throw new IllegalArgumentException("expected factors up to " + MOST_FACTOR + ", found `" + text.strip() + "`");
        }
        if (!(factor >= 1)) {
            throw new IllegalArgumentException("expected numbers >= 1, found `" + text.strip() + "`" + FORM);
        }
        return factor;
    }

    /** Returns a number; NaN for a text that is none. */
    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }

    /**
     * Returns the slowdowns of all ranks, or an empty list where no rank's factor changes.
     *
     * @param slowdowns slowdowns, indexed by rank; may be empty
     * @param ranks     number of ranks
     * @throws IllegalArgumentException when there are some, but not one for each rank
     */
    public static List<Slowdown> changing(List<Slowdown> slowdowns, int ranks) {
        if (!slowdowns.isEmpty() && slowdowns.size() != ranks) {
            throw new IllegalArgumentException("slowdowns=" + slowdowns.size() + " ranks=" + ranks + ": must be one for each rank");
        }
        return slowdowns.stream().allMatch(Slowdown::isSteady) ? List.of() : List.copyOf(slowdowns);
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

    /**
     * Returns the factor at some moment of a test, over the factor at the start: how many times slower the rank has become since.
     *
     * @param columns share of the columns that are factored, 0..1
     * @param seconds seconds since the clock started
     */
    public double sinceStart(double columns, double seconds) {
        return factor(columns, seconds) / factor;
    }

    /** Returns whether the factor stays as it is at the start. */
    public boolean isSteady() {
        return changes.stream().allMatch(change -> change.factor == factor);
    }

    /** Returns whether the rank is as fast as it is, from start to end. */
    public boolean isNone() {
        return factor == 1 && changes.stream().allMatch(change -> change.factor == 1);
    }

    /** Returns the slowdown as text, as a user gives it and {@link #parse} reads it. */
    public String words() {
        return plain(factor) + changes.stream().map(Change::words).collect(Collectors.joining());
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9 ? String.valueOf((long) number) : String.valueOf(number);
    }
}
