package hplhetero.hpl.adapt;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How much of the time that a better deal takes off the updates of the slowest rank a run really gains. Where a run waits for updates, it
 * gains all. Where it waits for panels and messages, which updates hide behind, it gains nothing. Both the updates' seconds and the run's
 * are compared in windows of panel steps. Owner: one thread.
 */
final class Exposure {
    /** Number of windows that are remembered. */
    private static final int WINDOWS = 12;
    /** Least difference between two windows' updates, as a share of balanced ones, that tells what a run gains. */
    private static final double LEAST_DIFFERENCE = 0.05;
    /**
     * Share of a run's time for which its slowest rank updates, up to which the run gains nothing by shorter updates. In replays of 295
     * runs with a slow rank, 226 had a share above 0.9 and gained 99 % in the mean. With a share of 0.8 to 0.9 they gained half, with 0.7
     * to 0.8 a sixth, with less nothing.
     */
    private static final double HIDDEN = 0.75;
    /** Share of a run's time for which its slowest rank updates, from which on the run gains all by which updates become shorter. */
    private static final double EXPOSED = 0.92;

    /** Seconds of the slowest rank's updates over those of balanced ones, newest window first. */
    private final double[] updates = new double[WINDOWS];
    /** Seconds of the run over those of balanced updates, newest window first. */
    private final double[] run = new double[WINDOWS];
    private int windows;

    /**
     * Takes in a window.
     *
     * @param slowest  seconds of the updates, where each step waits for its slowest rank
     * @param balanced seconds of the updates if all ranks ended together
     * @param seconds  seconds that the window took
     */
    void hear(double slowest, double balanced, double seconds) {
        System.arraycopy(updates, 0, updates, 1, WINDOWS - 1);
        System.arraycopy(run, 0, run, 1, WINDOWS - 1);
        updates[0] = slowest / balanced;
        run[0] = seconds / balanced;
        windows = Math.min(windows + 1, WINDOWS);
    }

    /**
     * Returns the share, 0..1, of a gain in updates that the run gains: as much as it has lost when updates became slower of late, and no
     * more than its slowest rank's share of updates lets expect.
     */
    double share() {
        if (windows == 0) {
            return 1;
        }
        double now = median(run, IntStream.range(0, windows).filter(w -> Math.abs(updates[w] - updates[0]) < LEAST_DIFFERENCE).toArray());
        double exposed = Math.clamp((updates[0] / now - HIDDEN) / (EXPOSED - HIDDEN), 0, 1);
        int[] before = IntStream.range(1, windows).filter(w -> updates[w] < updates[0] - LEAST_DIFFERENCE).toArray();
        return before.length == 0 ? exposed : Math.clamp((now - median(run, before)) / (updates[0] - median(updates, before)), 0, exposed);
    }

    private static double median(double[] values, int[] windows) {
        double[] sorted = Arrays.stream(windows).mapToDouble(w -> values[w]).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
