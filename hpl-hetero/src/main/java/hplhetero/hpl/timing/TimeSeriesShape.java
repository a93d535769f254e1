package hplhetero.hpl.timing;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The shape of a time series, equal on all ranks of a run: after which panels points are noted, which panel steps, ranks and workers are
 * recorded, and in how much memory. All of it is bounded, however large the run.
 */
public final class TimeSeriesShape {
    /**
     * Largest number of points over the panels; where panels are fewer, there is a point after each. One more point is at the end of back
     * substitution.
     */
    public static final int MOST_POINTS = 200;
    /** Largest number of ranks that record. Where more take part, these ranks are spread evenly over them. */
    public static final int MOST_RANKS = 64;
    /** Largest number of workers of a rank whose spans are recorded: all workers but the rank's own thread do alike. */
    public static final int MOST_WORKERS = 8;
    /**
     * Number of spans of all ranks together, and below it bounds for one rank. A file of them, at some 30 bytes a span, must stay small.
     */
    private static final int SPANS_OF_ALL = 8192;
    private static final int LEAST_SPANS_OF_RANK = 768;
    private static final int MOST_SPANS_OF_RANK = 1536;
    /** Largest number of spans of one worker in one step: more cannot be told apart in a picture. */
    private static final int MOST_SPANS_OF_WORKER = 256;

    private final int[] after;
    private final int[] steps;
    private final int[] ranks;

    private TimeSeriesShape(int[] after, int[] steps, int[] ranks) {
        this.after = after;
        this.steps = steps;
        this.ranks = ranks;
    }

    /**
     * Returns the shape of the time series of one run.
     *
     * @param n          order of A, &gt;= 1
     * @param nb         columns of a panel
     * @param takingPart ranks that own a block, ascending
     */
    public static TimeSeriesShape of(int n, int nb, int[] takingPart) {
        int panels = (int) (((long) n + nb - 1) / nb);
        return new TimeSeriesShape(points(n, nb, panels), IntStream.of(0, panels / 2, (int) (0.9 * panels)).distinct().toArray(),
                spread(takingPart));
    }

    /**
     * Returns the numbers of panels after which points are noted. They are equal steps of the mean of two shares: that of the panels done
     * and that of the operations done. So at most a hundredth of either lies between two points. By panels alone the first points would be
     * far apart in time; by operations alone the short last steps would have none.
     */
    private static int[] points(int n, int nb, int panels) {
        int[] points = new int[Math.min(panels, MOST_POINTS) + 1];
        int count = 0;
        for (int k = 1; k <= panels; k++) {
            if (panels <= MOST_POINTS || (int) (MOST_POINTS * progress(n, nb, panels, k))
                    > (int) (MOST_POINTS * progress(n, nb, panels, k - 1))) {
                points[count++] = k;
            }
        }
        points[count++] = panels;
        return Arrays.copyOf(points, count);
    }

    private static double progress(int n, int nb, int panels, int k) {
        double left = Math.max(0, n - (double) k * nb) / n;
        return k == panels ? 1 : 0.5 * k / panels + 0.5 * (1 - left * left * left);
    }

    private static int[] spread(int[] all) {
        if (all.length <= MOST_RANKS) {
            return all.clone();
        }
        return IntStream.range(0, MOST_RANKS).map(i -> all[(int) ((long) i * (all.length - 1) / (MOST_RANKS - 1))]).toArray();
    }

    /**
     * Returns the number of panels finished at each point of the time series, ascending. Points are the moments of a run at which times are
     * noted. The last two, before and after back substitution, are at all panels.
     */
    public int[] after() {
        return after.clone();
    }

    /** Returns the panel steps of which spans are recorded, ascending. */
    int[] steps() {
        return steps.clone();
    }

    /** Returns the numbers of the ranks that record a time series, ascending. */
    public int[] ranks() {
        return ranks.clone();
    }

    /** Returns the number of workers whose spans are recorded, of a rank with {@code ofRank} workers. */
    static int workers(int ofRank) {
        return Math.min(ofRank, MOST_WORKERS);
    }

    /**
     * Returns the largest number of spans that a rank records, of all its workers and all recorded panel steps together. A span is a time
     * for which one worker did one kind of work without a break.
     */
    public int spansOfRank() {
        return Math.clamp(SPANS_OF_ALL / ranks.length, LEAST_SPANS_OF_RANK, MOST_SPANS_OF_RANK);
    }

    /** Returns the largest number of spans of each recorded worker in each step. */
    int spansOfWorker(int workersOfRank) {
        return Math.min(MOST_SPANS_OF_WORKER, spansOfRank() / (steps.length * workers(workersOfRank)));
    }
}
