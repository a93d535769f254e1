package hplhetero.testing;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of many rare cases that one run of the tests tries. The day chooses the part, so that all runs of a day try the same cases. As
 * many days as there are parts try all cases.
 *
 * @param day   day since 1970-01-01, by UTC
 * @param whole whether all cases are tried
 */
public record DailySlice(long day, boolean whole) {
    /** The part that this run tries. {@code mvn -Pall} makes it all cases, {@code -Dhpl.seed=n} the cases of the n-th day since 1970. */
    public static final DailySlice TODAY = new DailySlice(Long.getLong("hpl.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay()),
            Boolean.getBoolean("hpl.all"));

    /**
     * Returns the cases that are tried, in their order.
     *
     * @param all   all cases, in an order that is the same each day; neighbours go to different parts
     * @param parts number of days that try all cases
     */
    public <T> List<T> of(List<T> all, int parts) {
        return IntStream.range(0, all.size()).filter(number -> tries(number, parts)).mapToObj(all::get).toList();
    }

    /** Returns whether the case of a number is tried, where {@code parts} days try all cases. */
    boolean tries(int number, int parts) {
        return whole || Math.floorMod(number - day, (long) parts) == 0;
    }
}
