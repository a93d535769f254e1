package hplhetero.testing;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of many rare cases that one run of the tests tries. The day chooses it, so that all runs of a day try the same cases, and as
 * many days as there are parts try all.
 *
 * @param day   since 1970-01-01, by UTC
 * @param whole whether all cases are tried
 */
public record DailySlice(long day, boolean whole) {
    /** What this run tries: {@code mvn -Pall} has it try all cases, {@code -Dhpl.seed=n} those of the n-th day since 1970. */
    public static final DailySlice TODAY = new DailySlice(Long.getLong("hpl.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay()),
            Boolean.getBoolean("hpl.all"));

    /**
     * Returns the cases that are tried, in their order.
     *
     * @param all   all cases, in an order that is the same each day; neighbours go to different parts
     * @param parts the days that try all
     */
    public <T> List<T> of(List<T> all, int parts) {
        return IntStream.range(0, all.size()).filter(number -> tries(number, parts)).mapToObj(all::get).toList();
    }

    /** Returns whether the case of that number is tried, of which {@code parts} days try all. */
    boolean tries(int number, int parts) {
        return whole || Math.floorMod(number - day, (long) parts) == 0;
    }
}
