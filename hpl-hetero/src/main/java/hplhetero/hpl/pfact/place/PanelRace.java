package hplhetero.hpl.pfact.place;

import hplhetero.hpl.result.PanelTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The measurement of panels that a device and the host's workers factor in turn. Repeats all heights round by round and keeps the best time
 * of each, because whatever disturbs a panel delays it. The first round is not counted, since code is compiled in it.
 */
final class PanelRace {
    /** Seconds after which no further round begins. */
    static final double MOST_SECONDS = 0.2;
    /** The largest number of rounds that count. */
    static final int MOST_ROUNDS = 5;
    /** The tallest panel that is measured: 50 MB at NB = 384, and tall enough for a device to reach its rate. */
    static final int MOST_ROWS = 16_384;
    /** Ratio of a measured height to the next smaller one. */
    private static final int STEP = 4;

    /** A panel of any height up to a largest one, which both sides can factor. Each method returns the seconds taken. */
    interface Contest {
        /** Factors a panel of so many rows on the device: from the panel on the device to the result there and in the host's memory. */
        double byDevice(int rows);

        /** Factors a panel of so many rows by the host's workers, with its way from the device and back. */
        double byHost(int rows);
    }

    private final Contest contest;
    private final LongSupplier nanoTime;

    /**
     * Creates a measurement.
     *
     * @param nanoTime the clock that limits the time of the measurement, in nanoseconds
     */
    PanelRace(Contest contest, LongSupplier nanoTime) {
        this.contest = contest;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the heights to measure, in rows, the smallest first: the largest, a fourth of it, and so on, none with fewer rows than
     * columns.
     *
     * @param rows rows of the tallest panel of the run
     * @param nb   columns of the panel
     */
    static int[] heights(int rows, int nb) {
        int[] heights = new int[PanelTimes.MOST];
        int count = 0;
        for (int height = Math.clamp(rows, nb, Math.max(nb, MOST_ROWS)); count < heights.length && height >= nb; height /= STEP) {
            heights[count++] = height;
        }
        int[] some = Arrays.copyOf(heights, count);
        Arrays.sort(some);
        return some;
    }

    /** Returns the times of panels of some heights, in rows, the smallest of which comes first. */
    PanelTimes times(int[] heights) {
        long begin = nanoTime.getAsLong();
        double[] device = filled(heights.length);
        double[] host = filled(heights.length);
        for (int round = 0; round <= MOST_ROUNDS; round++) {
            for (int i = 0; i < heights.length; i++) {
                double byDevice = contest.byDevice(heights[i]);
                double byHost = contest.byHost(heights[i]);
                if (round > 0) {
                    device[i] = Math.min(device[i], byDevice);
                    host[i] = Math.min(host[i], byHost);
                }
            }
            if (round > 0 && (nanoTime.getAsLong() - begin) * 1e-9 >= MOST_SECONDS) {
                break;
            }
        }
        List<PanelTimes.Height> times = new ArrayList<>();
        for (int i = 0; i < heights.length; i++) {
            times.add(new PanelTimes.Height(heights[i], device[i], host[i]));
        }
        return new PanelTimes(times);
    }

    private static double[] filled(int count) {
        double[] seconds = new double[count];
        Arrays.fill(seconds, Double.POSITIVE_INFINITY);
        return seconds;
    }
}
