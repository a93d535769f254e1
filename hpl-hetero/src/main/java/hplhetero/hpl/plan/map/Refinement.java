package hplhetero.hpl.plan.map;

import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import java.util.Arrays;

/**
 * A local search on the sequences of a map. Blocks change places, or owners, as long as the sum over the steps of the slowest rank's time
 * falls. They also do so where the sum stays and neighbouring block columns come to have different owners, so that look-ahead has something
 * to hide behind.
 */
public final class Refinement {
    /** Largest distance, in blocks, between two blocks that change places. */
    private static final int FARTHEST_BLOCKS = 8;
    private static final double LEAST_GAIN_SHARE = 1e-12;

    private final MatrixBlocks shape;
    private final StepCost cost;
    private final long[] capacity;
    private final RankRectangles parts;
    private final int[][] owners;
    private final int[] rho;
    private final int[] kappa;
    /** Rows that each virtual row holds behind panel k, indexed by k and virtual row. */
    private final double[][] m;
    /** Columns that each virtual column holds behind panel k, indexed by k and virtual column. */
    private final double[][] n;
    /** Seconds of the slowest rank's update behind panel k, indexed by k; NaN until asked for. */
    private final double[] seconds;
    private final double[] tried;
    private long budget;

    /**
     * Creates a search that begins with a map.
     *
     * @param effort approximate number of times that a rank's time may be asked for
     */
    Refinement(MatrixBlocks shape, StepCost cost, long[] capacity, MapSpec.Explicit map, long effort) {
        this.shape = shape;
        this.cost = cost;
        this.capacity = capacity;
        parts = RankRectangles.of(map);
        owners = RankGrids.ints(map.owners());
        rho = RankGrids.sequence(map.rho());
        kappa = RankGrids.sequence(map.kappa());
        m = new double[rho.length][parts.rows()];
        n = new double[rho.length][parts.cols()];
        seconds = new double[rho.length];
        tried = new double[rho.length];
        budget = effort;
        weigh();
    }

    private void weigh() {
        if (kappa.length > rho.length) {
            n[rho.length - 1][kappa[rho.length]] += shape.width(rho.length);
        }
        for (int k = rho.length - 1; k >= 0; k--) {
            if (k < rho.length - 1) {
                System.arraycopy(m[k + 1], 0, m[k], 0, m[k].length);
                System.arraycopy(n[k + 1], 0, n[k], 0, n[k].length);
                m[k][rho[k + 1]] += shape.height(k + 1);
                n[k][kappa[k + 1]] += shape.width(k + 1);
            }
        }
        Arrays.fill(seconds, Double.NaN);
    }

    /** Computes the seconds of steps from .. before - 1 as they are, so that they are known before the steps are changed. */
    private void ask(int from, int before) {
        for (int k = from; k < before; k++) {
            if (Double.isNaN(seconds[k])) {
                seconds[k] = parts.slowest(cost, m[k], n[k]);
            }
        }
    }

    /** Returns the map after blocks changed places and owners until nothing improves or the effort is spent. */
    MapSpec.Explicit refined(MapSpec.Explicit map) {
        boolean improved = true;
        while (improved && budget > 0) {
            improved = exchange(true, FARTHEST_BLOCKS);
            improved |= exchange(false, FARTHEST_BLOCKS);
            improved |= regive(true);
            improved |= regive(false);
        }
        return result(map);
    }

    /**
     * Returns the map after block columns changed places so that neighbouring ones have fewer owners in common, where this costs nothing.
     */
    MapSpec.Explicit spread(MapSpec.Explicit map) {
        for (int k = 0; k + 1 < rho.length && budget > 0; k++) {
            if (likeness(k, k + 1) > 0) {
                for (int d = 1; d <= 3; d++) {
                    swap(false, k + 1, k + 1 + d);
                    swap(false, k - d, k);
                }
            }
        }
        return result(map);
    }

    private MapSpec.Explicit result(MapSpec.Explicit map) {
        return new MapSpec.Explicit(map.owners(), RankGrids.boxed(rho), RankGrids.boxed(kappa));
    }

    private boolean exchange(boolean rows, int farthest) {
        boolean improved = false;
        for (int d = 1; d <= farthest; d++) {
            for (int k = 0; k + d < rho.length && budget > 0; k++) {
                improved |= swap(rows, k, k + d);
            }
        }
        return improved;
    }

    /** Exchanges the owners of blocks a &lt; b if the map is better then. Returns whether it is. */
    private boolean swap(boolean rows, int a, int b) {
        int[] sequence = rows ? rho : kappa;
        if (a < 0 || b >= rho.length || sequence[a] == sequence[b] || shape.height(a) != shape.height(b)
                || shape.width(a) != shape.width(b)) {
            return false;
        }
        int before = rows ? 0 : likeNeighbours(a, b);
        ask(a, b);
        move(rows, a, b, b, sequence[a], sequence[b]);
        int x = sequence[a];
        sequence[a] = sequence[b];
        sequence[b] = x;
        if (better(a, b, rows ? 0 : likeNeighbours(a, b) - before)) {
            return true;
        }
        move(rows, a, b, b, sequence[a], sequence[b]);
        sequence[b] = sequence[a];
        sequence[a] = x;
        return false;
    }

    private boolean regive(boolean rows) {
        boolean improved = false;
        for (int k = 1; k < rho.length; k++) {
            for (int to = 0; to < (rows ? parts.rows() : parts.cols()) && budget > 0; to++) {
                improved |= regive(rows, k, to);
            }
        }
        return improved;
    }

    private boolean regive(boolean rows, int k, int to) {
        int[] sequence = rows ? rho : kappa;
        int from = sequence[k];
        if (from == to) {
            return false;
        }
        int before = rows ? 0 : likeNeighbours(k, k);
        ask(0, k);
        move(rows, 0, k, k, to, from);
        sequence[k] = to;
        if (better(0, k, rows ? 0 : likeNeighbours(k, k) - before)) {
            return true;
        }
        move(rows, 0, k, k, from, to);
        sequence[k] = from;
        return false;
    }

    /**
     * Moves block k from one virtual row or column to another in the steps from .. before - 1, in which block k is behind the panel.
     *
     * @param gains virtual row or column that gets the block
     * @param loses virtual row or column that had the block
     */
    private void move(boolean rows, int from, int before, int k, int gains, int loses) {
        double[][] held = rows ? m : n;
        double size = rows ? shape.height(k) : shape.width(k);
        for (int step = from; step < before; step++) {
            held[step][gains] += size;
            held[step][loses] -= size;
        }
    }

    /**
     * Returns whether the steps from .. before - 1 are better as they are now; if so, their seconds are taken over.
     *
     * @param likeness change in the number of like neighbours
     */
    private boolean better(int from, int before, int likeness) {
        double change = 0;
        double sum = 0;
        for (int k = from; k < before; k++) {
            tried[k] = parts.slowest(cost, m[k], n[k]);
            change += tried[k] - seconds[k];
            sum += seconds[k];
        }
        budget -= (long) (before - from) * parts.count();
        double least = LEAST_GAIN_SHARE * sum;
        if (change > least || change > -least && likeness >= 0 || from == 0 && !fits()) {
            return false;
        }
        System.arraycopy(tried, from, seconds, from, before - from);
        return true;
    }

    /** Returns whether the whole matrix fits: no rank holds more than it can, and no virtual row or column holds nothing. */
    private boolean fits() {
        double[] allRows = m[0].clone();
        double[] allCols = n[0].clone();
        allRows[rho[0]] += shape.height(0);
        allCols[kappa[0]] += shape.width(0);
        return parts.fits(capacity, allRows, allCols) && Arrays.stream(allRows).allMatch(held -> held > 0)
                && Arrays.stream(allCols).allMatch(held -> held > 0);
    }

    /** Returns the number of pairs of like neighbours of which block column a or b is one, counted by virtual rows. */
    private int likeNeighbours(int a, int b) {
        int like = likeness(a - 1, a) + likeness(a, a + 1);
        if (b > a) {
            like += likeness(b, b + 1) + (b > a + 1 ? likeness(b - 1, b) : 0);
        }
        return like;
    }

    /** Returns the number of virtual rows in which block columns a and b have the same owner. */
    private int likeness(int a, int b) {
        if (a < 0 || b >= rho.length) {
            return 0;
        }
        int like = 0;
        for (int[] row : owners) {
            like += row[kappa[a]] == row[kappa[b]] ? 1 : 0;
        }
        return like;
    }
}
