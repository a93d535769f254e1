package hplhetero.hpl.plan.map;

import java.util.Arrays;
import java.util.Random;

/**
 * Row weights r_i and column weights c_j with r_i c_j &lt;= s_ij that make (sum r)(sum c) large: the share of the work that a grid of
 * speeds s can do at once when blocks are dealt by rows and by columns. Finding the largest is hard (Beaumont, Boudet, Rastello, Robert:
 * Matrix multiplication on heterogeneous platforms, 2001); with two rows or two columns it is found exactly. Otherwise, from each of
 * several starts, one weight after the other is made the best for the rest.
 *
 * @param rows row weights r
 * @param cols column weights c
 */
record RowColumnWeights(double[] rows, double[] cols) {
    /** Relative gain below which no further round over the rows is made. */
    private static final double LEAST_GAIN_SHARE = 1e-4;
    private static final int TYPICAL_ROUNDS = 4;

    /**
     * Returns (sum of row weights) x (sum of column weights): the speed that all ranks reach together when rows and columns are dealt by
     * these weights.
     */
    double speed() {
        return sum(rows) * sum(cols);
    }

    /** Returns the approximate number of operations of one start on a p x q grid. */
    static long effort(int p, int q) {
        return (long) TYPICAL_ROUNDS * p * q * (p + q);
    }

    /**
     * Returns the best weights found from a number of starts; they are the best there are when there are at most two rows or columns.
     *
     * @param speeds P x Q speeds, &gt; 0
     * @param starts number of starts, &gt;= 1; the first three are not random
     */
    static RowColumnWeights of(double[][] speeds, int starts) {
        if (speeds.length > speeds[0].length) {
            RowColumnWeights transposed = of(transposed(speeds), starts);
            return new RowColumnWeights(transposed.cols, transposed.rows);
        }
        if (speeds.length == 1) {
            return fromRows(speeds, new double[] {1});
        }
        // with two rows, one step makes the second row's weight the best for the first
        return speeds.length == 2 ? improved(speeds, new double[] {1, 1}) : alternated(speeds, starts);
    }

    private static RowColumnWeights alternated(double[][] speeds, int starts) {
        Random random = new Random(1);
        RowColumnWeights best = null;
        for (int start = 0; start < starts; start++) {
            RowColumnWeights found = improved(speeds, rowsFor(speeds, start(speeds, start, random)));
            best = best == null || found.speed() > best.speed() ? found : best;
        }
        return best;
    }

    /** Changes one row weight after the other, the column weights following, until no change makes (sum r)(sum c) larger. */
    private static RowColumnWeights improved(double[][] speeds, double[] rows) {
        double speed = 0;
        RowColumnWeights now = fromRows(speeds, rows);
        while (now.speed() > speed * (1 + LEAST_GAIN_SHARE)) {
            speed = now.speed();
            for (int i = rows.length - 1; i > 0; i--) {
                best(speeds, rows, i);
            }
            now = fromRows(speeds, rows);
        }
        return now;
    }

    /**
     * Gives row i its best weight x for the other weights. Between two neighbouring x at which a column begins to be limited by this row,
     * (sum r)(sum c) is (A + x)(B + C / x), which is convex. So the best x is one of these ends.
     */
    private static void best(double[][] speeds, double[] rows, int i) {
        double others = sum(rows) - rows[i];
        double[] limits = new double[speeds[i].length];
        Arrays.fill(limits, Double.MAX_VALUE);
        for (int u = 0; u < rows.length; u++) {
            double inverse = 1 / rows[u];
            for (int j = 0; j < limits.length && u != i; j++) {
                limits[j] = least(limits[j], speeds[u][j] * inverse);
            }
        }
        double[] own = speeds[i];
        double most = 0;
        for (int breaks = 0; breaks < limits.length; breaks++) {
            double x = speeds[i][breaks] / limits[breaks];
            double inverse = 1 / x;
            double sum = 0;
            for (int j = 0; j < limits.length; j++) {
                sum += least(limits[j], own[j] * inverse);
            }
            if ((others + x) * sum > most) {
                most = (others + x) * sum;
                rows[i] = x;
            }
        }
    }

    /** Returns the smaller of two values: Math.min without its care for NaN and -0, which takes longer than the rest. */
    private static double least(double a, double b) {
        return a < b ? a : b;
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
