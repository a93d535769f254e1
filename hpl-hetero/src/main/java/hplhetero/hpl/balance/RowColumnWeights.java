package hplhetero.hpl.balance;

import java.util.Arrays;
import java.util.Random;

/**
 * Row weights r_i and column weights c_j with r_i c_j &lt;= s_ij that make (sum r)(sum c) large: the share of the work
 * that a grid of speeds s can do at once when blocks are dealt by rows and by columns. Finding the largest is hard
 * (Beaumont, Boudet, Rastello, Robert: Matrix multiplication on heterogeneous platforms, 2001); with two rows or two
 * columns it is found exactly.
 *
 * @param rows r
 * @param cols c
 */
record RowColumnWeights(double[] rows, double[] cols) {

    /** (sum r)(sum c): the speed of all ranks together. */
    double speed() {
        return sum(rows) * sum(cols);
    }

    /**
     * The best found from a number of starts; the best there is when there are at most two rows or columns.
     *
     * @param speeds P x Q speeds, &gt; 0
     * @param starts how many to try, &gt;= 1; the first three are not random
     */
    static RowColumnWeights of(double[][] speeds, int starts) {
        if (speeds.length > speeds[0].length) {
            RowColumnWeights transposed = of(transposed(speeds), starts);
            return new RowColumnWeights(transposed.cols, transposed.rows);
        }
        if (speeds.length == 1) {
            return fromRows(speeds, new double[] {1});
        }
        return speeds.length == 2 ? exact(speeds) : alternated(speeds, starts);
    }

    /**
     * With r = (1, x) the sum is (1 + x)(A + B / x) between two neighbouring values of s_2j / s_1j: convex, so the best x
     * is one of these.
     */
    private static RowColumnWeights exact(double[][] speeds) {
        RowColumnWeights best = null;
        for (int j = 0; j < speeds[0].length; j++) {
            best = better(best, fromRows(speeds, new double[] {1, speeds[1][j] / speeds[0][j]}));
        }
        return best;
    }

    private static RowColumnWeights alternated(double[][] speeds, int starts) {
        Random random = new Random(1);
        RowColumnWeights best = null;
        for (int start = 0; start < starts; start++) {
            double[] cols = start(speeds, start, random);
            // the second half-step makes every constraint as tight as it gets: a third would change nothing
            best = better(best, fromRows(speeds, rowsFor(speeds, cols)));
        }
        return best;
    }

    private static double[] start(double[][] speeds, int number, Random random) {
        double[] cols = new double[speeds[0].length];
        for (int j = 0; j < cols.length; j++) {
            double sum = 0;
            double least = Double.MAX_VALUE;
            for (double[] row : speeds) {
                sum += row[j];
                least = Math.min(least, row[j]);
            }
            cols[j] = switch (number) {
                case 0 -> sum;
                case 1 -> least;
                case 2 -> 1;
                default -> sum * (0.5 + random.nextDouble());
            };
        }
        return cols;
    }

    private static double[] rowsFor(double[][] speeds, double[] cols) {
        double[] rows = new double[speeds.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Double.MAX_VALUE;
            for (int j = 0; j < cols.length; j++) {
                rows[i] = Math.min(rows[i], speeds[i][j] / cols[j]);
            }
        }
        return rows;
    }

    private static RowColumnWeights fromRows(double[][] speeds, double[] rows) {
        double[] cols = new double[speeds[0].length];
        Arrays.fill(cols, Double.MAX_VALUE);
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < cols.length; j++) {
                cols[j] = Math.min(cols[j], speeds[i][j] / rows[i]);
            }
        }
        return new RowColumnWeights(rows, cols);
    }

    private static RowColumnWeights better(RowColumnWeights a, RowColumnWeights b) {
        return a == null || b.speed() > a.speed() ? b : a;
    }

    private static double[][] transposed(double[][] a) {
        double[][] t = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < t.length; j++) {
                t[j][i] = a[i][j];
            }
        }
        return t;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
