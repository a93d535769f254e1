package hplhetero.run.progress;

import hplhetero.hpl.problem.HplCase;
import java.util.Locale;

/**
 * An estimate of how far a solve is.
 *
 * @param share       share of the operations that are done, 0..1
 * @param gflops      rate so far, in GFLOPS
 * @param secondsLeft seconds left at this rate
 */
public record Estimate(double share, double gflops, double secondsLeft) {
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;

    /**
     * Returns the estimate after {@code columns} columns, when 2/3 (n^3 - (n - columns)^3) of the 2/3 n^3 operations are done.
     *
     * @param hplCase the test, of order n
     * @param columns number of columns of the matrix that are factored
     * @param nanos   time so far, in nanoseconds
     */
    static Estimate of(HplCase hplCase, int columns, long nanos) {
        double n = hplCase.n();
        double left = n - columns;
        double done = 2.0 / 3.0 * (n * n * n - left * left * left);
        double share = n == 0 ? 1.0 : done / (2.0 / 3.0 * n * n * n);
        double seconds = nanos / 1e9;
        double gflops = seconds > 0 ? done / 1e9 / seconds : 0.0;
        return new Estimate(share, gflops, share > 0 ? seconds * (1 - share) / share : 0.0);
    }

    /** Returns rate and time left in words, such as {@code 77.5 GFLOPS, 12 s left}. */
    String text() {
        return String.format(Locale.ROOT, "%.1f GFLOPS, %s left", gflops, duration(secondsLeft));
    }

    /** Returns a duration in words, such as {@code 12 s} or {@code 3 min 5 s}. */
    public static String duration(double seconds) {
        long s = Math.round(seconds);
        return s < MINUTE ? s + " s" : s < HOUR ? "%d min %d s".formatted(s / MINUTE, s % MINUTE)
                : "%d h %d min".formatted(s / HOUR, s % HOUR / MINUTE);
    }
}
