package hplhetero.hpl.timing;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is recorded of a run, the same on all of its ranks: at which panels, of which panel steps, by which ranks and workers, in how much
 * memory. All of it is bounded, however large the run.
 */
public final class TimeSeriesShape {
    /** Points over the panels, at most: after each of fewer panels. One more is at the end of back substitution. */
    public static final int MOST_POINTS = 200;
    /** Ranks of which anything is recorded: of more, so many that are spread evenly over them. */
    public static final int MOST_RANKS = 64;
    /** Workers of a rank whose spans are recorded: all but the rank's own thread do alike. */
    public static final int MOST_WORKERS = 8;
    /** Of all ranks and of one: what a file with them, some 30 bytes a span, is to stay below. */
    private static final int SPANS_OF_ALL = 8192;
    private static final int LEAST_SPANS_OF_RANK = 768;
    private static final int MOST_SPANS_OF_RANK = 1536;
    /** Of one worker in one step: more cannot be told apart in a picture. */
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
     * Of one run.
     *
     * @param n          order of A, &gt;= 1
     * @param nb         columns of a panel
     * @param takingPart the ranks that own a block, ascending
     */
    public static TimeSeriesShape of(int n, int nb, int[] takingPart) {
        int panels = (int) (((long) n + nb - 1) / nb);
        return new TimeSeriesShape(points(n, nb, panels), IntStream.of(0, panels / 2, (int) (0.9 * panels)).distinct().toArray(),
                spread(takingPart));
    }

    /**
     * Equal steps of the mean of two shares, that of the panels and that of the operations: between two points lies at most a hundredth of
     * either. By panels alone the first points would be far apart in time, by operations alone the short last steps would have none.
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

    /** By point, how many panels are finished then: ascending; the last two, before and after back substitution, are all panels. */
    public int[] after() {
        return after.clone();
    }

    /** The panel steps of which spans are recorded, ascending. */
    int[] steps() {
        return steps.clone();
    }

    /** Those that record, ascending. */
    public int[] ranks() {
        return ranks.clone();
    }

    /** Workers of a rank whose spans are recorded. */
    static int workers(int ofRank) {
        return Math.min(ofRank, MOST_WORKERS);
    }

    /** Spans that a rank may have at most, all its workers and steps together. */
    public int spansOfRank() {
        return Math.clamp(SPANS_OF_ALL / ranks.length, LEAST_SPANS_OF_RANK, MOST_SPANS_OF_RANK);
    }

    /** Spans that each recorded worker may have in each step. */
    int spansOfWorker(int workersOfRank) {
        return Math.min(MOST_SPANS_OF_WORKER, spansOfRank() / (steps.length * workers(workersOfRank)));
    }
}
