package hplhetero.hpl.adapt;

import hplhetero.hpl.grid.BlockMap;
import java.util.Arrays;

/**
 * A deal of the block columns behind some panel to the virtual columns of a map, for given speeds of the ranks. Block rows stay where they
 * are. As in the planner's reverse greedy, columns are dealt from the last to the first, so that every trailing matrix is
 * balanced; a column stays where it is wherever that costs no time. O(block columns x cells).
 */
public final class ColumnDeal {
    private final BlockMap map;
    private final double[] seconds;
    /** Rows of the trailing matrix behind the block column at hand, in each virtual row. */
    private final int[] rows;
    /** Columns dealt so far to each virtual column. */
    private final int[] columns;
    /** Elements of the trailing matrix that each rank has, indexed by rank. */
    private final long[] elements;
    /** Elements that each rank would get with one more block column, indexed by rank; 0 between two questions. */
    private final long[] more;

    /**
     * Makes a dealer that has dealt nothing.
     *
     * @param map     which rank owns which block before
     * @param seconds seconds for an operation of each rank, indexed by rank
     */
    private ColumnDeal(BlockMap map, double[] seconds) {
        this.map = map;
        this.seconds = seconds;
        rows = new int[map.grid().rows()];
        columns = new int[map.grid().cols()];
        elements = new long[seconds.length];
        more = new long[seconds.length];
    }

    /**
     * Returns the virtual column of each block column after a new deal.
     *
     * @param map      which rank owns which block before
     * @param first    first block column that may move, at most the number of panels
     * @param seconds  seconds for an operation of each rank, indexed by rank
     * @param capacity number of block columns for which each virtual column has memory, those before {@code first} included
     * @param slack    number of block columns that a virtual column may have more than is best, so that fewer columns move
     */
    public static int[] dealt(BlockMap map, int first, double[] seconds, int[] capacity, double slack) {
        return new ColumnDeal(map, seconds).dealt(first, capacity, slack);
    }

    private int[] dealt(int first, int[] capacity, double slack) {
        int[] kappa = map.kappa().clone();
        int[] free = capacity.clone();
        for (int j = 0; j < first; j++) {
            free[kappa[j]]--;
        }
        double longest = 0;
        for (int j = kappa.length - 1; j >= first; j--) {
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int c = 0; c < columns.length; c++) {
                double its = free[c] > 0 ? with(c, width(j)) : Double.POSITIVE_INFINITY;
                if (its < least) {
                    least = its;
                    best = c;
                }
            }
            double soonest = Math.max(longest, least);
            int old = kappa[j];
            boolean stays = free[old] > 0 && with(old, width(j)) <= soonest + slack * (with(old, width(j)) - with(old, 0));
            kappa[j] = stays ? old : best;
            free[kappa[j]]--;
            longest = take(j, kappa[j]);
        }
        return kappa;
    }

    /**
     * Returns the seconds that the updates with the panels from {@code first} on take, where each step waits for its slowest rank.
     *
     * @param map     which rank owns which block row, and the grid
     * @param kappa   virtual column of each block column
     * @param first   first panel
     * @param seconds seconds for an operation of each rank, indexed by rank
     */
    public static double seconds(BlockMap map, int[] kappa, int first, double[] seconds) {
        ColumnDeal deal = new ColumnDeal(map, seconds);
        double sum = 0;
        for (int j = kappa.length - 1; j > first; j--) {
            sum += 2.0 * map.nb() * deal.take(j, kappa[j]);
        }
        return sum;
    }

    /**
     * Returns the seconds of the updates if all ranks ended each step together.
     *
     * @param map     which rank owns which block row, and the grid
     * @param from    first panel
     * @param to      panel behind the last one
     * @param seconds seconds for an operation of each rank, indexed by rank; NaN for a rank that takes no part
     */
    static double balanced(BlockMap map, int from, int to, double[] seconds) {
        double rate = Arrays.stream(seconds).filter(its -> its > 0).map(its -> 1 / its).sum();
        double operations = 0;
        for (int k = from; k < to; k++) {
            double left = map.n() - (double) map.nb() * (k + 1);
            operations += 2.0 * map.nb() * left * (left + 1);
        }
        return operations / rate;
    }

    private int width(int j) {
        return Math.min(map.nb(), map.n() + 1 - j * map.nb());
    }

    /**
     * Returns the seconds that the slowest rank of a virtual column would take for one operation on each of its elements, if it had so many
     * columns more.
     */
    private double with(int c, int width) {
        for (int r = 0; r < rows.length; r++) {
            more[map.grid().owner(r, c)] += (long) Math.max(rows[r], 1) * width;
        }
        double most = 0;
        for (int r = 0; r < rows.length; r++) {
            int rank = map.grid().owner(r, c);
            most = Math.max(most, (elements[rank] + more[rank]) * seconds[rank]);
        }
        for (int r = 0; r < rows.length; r++) {
            more[map.grid().owner(r, c)] = 0;
        }
        return most;
    }

    /**
     * Deals block column {@code j} to a virtual column, and takes block row {@code j} into the trailing matrix.
     *
     * @return seconds that the slowest rank takes for one operation on each of its elements
     */
    private double take(int j, int c) {
        columns[c] += width(j);
        if (j < map.panels()) {
            rows[map.rho()[j]] += map.width(j);
        }
        Arrays.fill(elements, 0);
        for (int r = 0; r < rows.length; r++) {
            for (int d = 0; d < columns.length; d++) {
                elements[map.grid().owner(r, d)] += (long) rows[r] * columns[d];
            }
        }
        double most = 0;
        for (int rank = 0; rank < elements.length; rank++) {
            most = elements[rank] == 0 ? most : Math.max(most, elements[rank] * seconds[rank]);
        }
        return most;
    }

    /** Returns the number of block columns from {@code first} on in each virtual column. */
    static int[] counts(int[] kappa, int first, int virtualColumns) {
        int[] counts = new int[virtualColumns];
        Arrays.stream(kappa, Math.min(first, kappa.length), kappa.length).forEach(c -> counts[c]++);
        return counts;
    }
}
