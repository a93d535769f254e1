package hplhetero.hpl.plan.map;

import java.util.Comparator;
import java.util.List;

/**
 * The placement of ranks in a P x Q grid such that rows and columns of blocks can be dealt well. Ranks are placed by speed, the slowest row
 * first. Then pairs of ranks change places as long as row and column weights can use more of their speed.
 */
final class GridPlacement {
    /** Number of starts of each search for weights while ranks change places. */
    private static final int STARTS = 4;

    private final double[][] speeds;
    private final int[][] grid;

    private GridPlacement(double[][] speeds, int[][] grid) {
        this.speeds = speeds;
        this.grid = grid;
    }

    /**
     * Returns a grid of ranks on which rows and columns of blocks can be dealt well.
     *
     * @param speeds speeds of all ranks of the world, indexed by rank
     * @param ranks  the p x q ranks to place
     * @param effort approximate number of operations that the search may take
     */
    static int[][] of(double[] speeds, List<Integer> ranks, int p, int q, long effort) {
        List<Integer> sorted = p == 1 || q == 1 ? ranks
                : ranks.stream().sorted(Comparator.comparingDouble(rank -> speeds[rank])).toList();
        int[][] grid = new int[p][q];
        double[][] onGrid = new double[p][q];
        for (int i = 0; i < p * q; i++) {
            grid[i / q][i % q] = sorted.get(i);
            onGrid[i / q][i % q] = speeds[sorted.get(i)];
        }
        if (p > 1 && q > 1) {
            new GridPlacement(onGrid, grid).search(effort);
        }
        return grid;
    }

    private void search(long effort) {
        int cells = grid.length * grid[0].length;
        long left = effort / (STARTS * RowColumnWeights.effort(grid.length, grid[0].length));
        double best = RowColumnWeights.of(speeds, STARTS).speed();
        boolean improved = true;
        while (improved) {
            improved = false;
            for (int a = 0; a < cells; a++) {
                for (int b = a + 1; b < cells; b++) {
                    if (left-- <= 0) {
                        return;
                    }
                    swap(a, b);
                    double speed = RowColumnWeights.of(speeds, STARTS).speed();
                    if (speed > best * (1 + 1e-9)) {
                        best = speed;
                        improved = true;
                    } else {
                        swap(a, b);
                    }
                }
            }
        }
    }

    private void swap(int a, int b) {
        int q = grid[0].length;
        int rank = grid[a / q][a % q];
        double speed = speeds[a / q][a % q];
        grid[a / q][a % q] = grid[b / q][b % q];
        speeds[a / q][a % q] = speeds[b / q][b % q];
        grid[b / q][b % q] = rank;
        speeds[b / q][b % q] = speed;
    }
}
