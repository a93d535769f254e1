package hplhetero.run.progress;

import hplhetero.hpl.problem.HplCase;
import java.util.Locale;

/**
 * How far a solve is.
 *
 * @param share       of the operations done, 0..1
 * @param gflops      so far
 * @param secondsLeft at that rate
 */
record Estimate(double share, double gflops, double secondsLeft) {

    /** After {@code columns} columns 2/3 (n^3 - (n - columns)^3) of the 2/3 n^3 operations are done. */
    static Estimate of(HplCase hplCase, int columns, long nanos) {
        double n = hplCase.n();
        double left = n - columns;
        double done = 2.0 / 3.0 * (n * n * n - left * left * left);
        double share = n == 0 ? 1.0 : done / (2.0 / 3.0 * n * n * n);
        double seconds = nanos / 1e9;
        double gflops = seconds > 0 ? done / 1e9 / seconds : 0.0;
        return new Estimate(share, gflops, share > 0 ? seconds * (1 - share) / share : 0.0);
    }

    String text() {
        return String.format(Locale.ROOT, "%3.0f %%  %.1f GFLOPS so far  %s left", 100 * share, gflops, left());
    }

    private String left() {
        long s = Math.round(secondsLeft);
        return s < 60 ? s + " s" : s < 3600 ? "%d min %d s".formatted(s / 60, s % 60)
                : "%d h %d min".formatted(s / 3600, s % 3600 / 60);
    }
}
