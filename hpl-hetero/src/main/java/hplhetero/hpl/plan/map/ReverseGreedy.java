package hplhetero.hpl.plan.map;

import hplhetero.hpl.model.StepCost;
import hplhetero.hpl.problem.MapSpec;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reverse greedy, which deals block rows and block columns of a grid of ranks from the last to the first. Each goes to the virtual row or
 * column whose slowest rank will then be done soonest. Every trailing matrix is balanced at once: with one row and speeds that do not
 * depend on size, no other way to deal whole columns is better at any step. A rank that is full takes no more, and each rank has a block in
 * the end. O(blocks x ranks).
 */
public final class ReverseGreedy {
    private final MatrixBlocks shape;
    private final StepCost cost;
    private final long[] capacity;
    private final int[][] grid;
    /**
     * Share of each trailing matrix' rows that each grid row should hold, indexed by grid row; it counts while the row holds too little.
     */
    private final double[] rowShare;
    /**
     * Share of each trailing matrix' columns that each grid column should hold, indexed by grid column; it counts while the column holds
     * too little.
     */
    private final double[] colShare;
    /** Rows dealt so far to each grid row, indexed by grid row. */
    private final double[] m;
    /** Columns dealt so far to each grid column, indexed by grid column. */
    private final double[] n;

    /**
     * Creates a dealer to a grid of ranks.
     *
     * @param grid    P x Q ranks
     * @param weights relative amounts that rows and columns should hold
     */
    ReverseGreedy(MatrixBlocks shape, StepCost cost, long[] capacity, int[][] grid, RowColumnWeights weights) {
        this.shape = shape;
        this.cost = cost;
        this.capacity = capacity;
        this.grid = grid;
        rowShare = shares(weights.rows());
        colShare = shares(weights.cols());
        m = new double[grid.length];
        n = new double[grid[0].length];
    }

    private static double[] shares(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    /** Returns the map with the dealt sequences; empty when all ranks of some row or column are full too early. */
    Optional<MapSpec.Explicit> dealt() {
        int[] rho = new int[shape.blockRows()];
        int[] kappa = new int[shape.blockCols()];
        for (int k = kappa.length - 1; k >= 0; k--) {
            double left = shape.n() - (double) k * shape.nb();
            if (k < rho.length) {
                rho[k] = row(k, left, scarce(k, m));
                if (rho[k] < 0) {
                    return Optional.empty();
                }
                m[rho[k]] += shape.height(k);
            }
            kappa[k] = column(k, Math.max(1, left), scarce(k, n));
            if (kappa[k] < 0) {
                return Optional.empty();
            }
            n[kappa[k]] += shape.width(k);
        }
        return Optional.of(new MapSpec.Explicit(RankGrids.boxed(grid), RankGrids.boxed(rho), RankGrids.boxed(kappa)));
    }

    /** Returns whether the blocks up to k are all needed for rows or columns that have none yet. */
    private static boolean scarce(int k, double[] held) {
        return k < held.length && k < Arrays.stream(held).filter(h -> h == 0).count();
    }

    /**
     * Returns the grid row that gets block row k, or -1 when all are full.
     *
     * @param left order of the matrix from block k on
     * @param last whether the block is one of the last blocks, which go to rows that have none: a rank too slow for a share still has to
     *             have a block
     */
    private int row(int k, double left, boolean last) {
        int best = -1;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < m.length; i++) {
            if (last && m[i] > 0) {
                continue;
            }
            double more = m[i] + shape.height(k);
            double seconds = 0;
            // stops as soon as another row is known to be better
            for (int j = 0; j < n.length && seconds < least; j++) {
                if (more * n[j] > capacity[grid[i][j]]) {
                    seconds = Double.MAX_VALUE;
                    break;
                }
                seconds = Math.max(seconds, cost.seconds(grid[i][j], more, Math.max(n[j], left * colShare[j])));
            }
            if (seconds < least) {
                least = seconds;
                best = i;
            }
        }
        return best;
    }

    /**
     * Returns the grid column that gets block column k, or -1 when all are full.
     *
     * @param left order of the matrix from block k on
     * @param last whether the block is one of the last blocks, which go to columns that have none
     */
    private int column(int k, double left, boolean last) {
        int best = -1;
        double least = Double.MAX_VALUE;
        for (int j = 0; j < n.length; j++) {
            if (last && n[j] > 0) {
                continue;
            }
            double more = n[j] + shape.width(k);
            double seconds = 0;
            for (int i = 0; i < m.length && seconds < least; i++) {
                if (Math.max(m[i], shape.n() * rowShare[i]) * more > capacity[grid[i][j]]) {
                    seconds = Double.MAX_VALUE;
                    break;
                }
                seconds = Math.max(seconds, cost.seconds(grid[i][j], Math.max(m[i], left * rowShare[i]), more));
            }
            if (seconds < least) {
                least = seconds;
                best = j;
            }
        }
        return best;
    }
}
