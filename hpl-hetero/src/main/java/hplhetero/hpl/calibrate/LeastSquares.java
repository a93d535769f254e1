package hplhetero.hpl.calibrate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Least squares with coefficients &gt;= 0, on relative errors: small and large measurements count alike. A cost model has few coefficients,
 * so every set of coefficients that may be positive is tried. This is exact: the best non-negative solution is the plain least-squares
 * solution on its own positive set.
 */
final class LeastSquares {
    /** Pivot, for columns scaled to length one, below which two features cannot be told apart. */
    private static final double LEAST_PIVOT = 1e-10;
    /** Factor by which a later set of coefficients must reduce the error to replace an earlier one: a smaller gain is rounding. */
    private static final double MOST_REMAINING_SHARE = 1 - 1e-9;
    /** Number of times that errors are weighted anew; after so many rounds the weights no longer change. */
    private static final int WEIGHING_ROUNDS = 10;

    private LeastSquares() {
    }

    /**
     * Returns the c &gt;= 0 with the least sum of squares of (features[i] . c / values[i] - 1).
     *
     * @param features one row for each measurement, all rows of equal length &lt;= 16; where several sets of features do equally well,
     *                 later features are preferred
     * @param values   measured values, one for each row of features, &gt; 0
     */
    static double[] fit(double[][] features, double[] values) {
        double[] weights = new double[values.length];
        Arrays.fill(weights, 1);
        return fit(features, values, weights);
    }

    /**
     * Returns the c &gt;= 0 that fit best when an error beyond {@code noise} counts by its size and no more by its square. A measurement
     * that a neighbour spoilt then does not bend the whole fit. Source: Huber's M-estimate, by least squares with weights that follow from
     * the previous errors.
     *
     * @param features one row for each measurement, as {@link #fit(double[][], double[])} takes them
     * @param values   measured values, &gt; 0
     * @param noise    relative error that is nothing special, &gt; 0
     */
    static double[] robust(double[][] features, double[] values, double noise) {
        double[] c = fit(features, values);
        double[] weights = new double[values.length];
        for (int weighing = 0; weighing < WEIGHING_ROUNDS; weighing++) {
            for (int i = 0; i < values.length; i++) {
                double error = Math.abs(product(features[i], c) / values[i] - 1);
                weights[i] = error > noise ? Math.sqrt(noise / error) : 1;
            }
            c = fit(features, values, weights);
        }
        return c;
    }

    /**
     * Returns the c &gt;= 0 with the least sum of squares of weights[i] (features[i] . c / values[i] - 1).
     *
     * @param weights factors of the errors before they are squared, one for each measurement
     */
    private static double[] fit(double[][] features, double[] values, double[] weights) {
        int columns = features[0].length;
        double[][] a = new double[values.length][columns + 1];
        double[] length = new double[columns];
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = weights[i] * features[i][j] / values[i];
                length[j] += a[i][j] * a[i][j];
            }
            a[i][columns] = weights[i];
        }
        for (int j = 0; j < columns; j++) {
            length[j] = Math.sqrt(length[j]);
            for (double[] row : a) {
                row[j] = length[j] > 0 ? row[j] / length[j] : 0;
            }
        }
        double[] best = bestOfSets(a, columns);
        for (int j = 0; j < columns; j++) {
            best[j] = length[j] > 0 ? best[j] / length[j] : 0;
        }
        return best;
    }

    /**
     * Returns the best non-negative coefficients among all sets that may be positive, small sets first.
     *
     * @param a equations, one a row: {@code columns} coefficients and then the right-hand side
     */
    private static double[] bestOfSets(double[][] a, int columns) {
        double[] best = new double[columns];
        double least = error(a, best);
        for (int size = 1; size <= columns; size++) {
            for (int set = (1 << columns) - 1; set > 0; set--) {
                double[] c = Integer.bitCount(set) == size ? solve(a, columns, set) : null;
                double error = c == null ? Double.MAX_VALUE : error(a, c);
                if (error < MOST_REMAINING_SHARE * least) {
                    least = error;
                    best = c;
                }
            }
        }
        return best;
    }

    /** Solves the normal equations over the columns in {@code set}. Returns null when they are singular or a coefficient is negative. */
    private static double[] solve(double[][] a, int columns, int set) {
        int[] column = IntStream.range(0, columns).filter(j -> (set >> j & 1) != 0).toArray();
        int n = column.length;
        double[][] m = new double[n][n + 1];
        for (double[] row : a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    m[i][j] += row[column[i]] * row[column[j]];
                }
                m[i][n] += row[column[i]] * row[columns];
            }
        }
        if (!eliminate(m)) {
            return null;
        }
        double[] c = new double[columns];
        for (int i = 0; i < n; i++) {
            c[column[i]] = m[i][n];
            if (!(m[i][n] >= 0)) {
                return null;
            }
        }
        return c;
    }

    /**
     * Eliminates by Gauss-Jordan without pivoting, which a positive semidefinite matrix allows. Returns false when the matrix is singular.
     */
    private static boolean eliminate(double[][] m) {
        int n = m.length;
        for (int k = 0; k < n; k++) {
            double pivot = m[k][k];
            if (!(pivot > LEAST_PIVOT)) {
                return false;
            }
            for (int j = k; j <= n; j++) {
                m[k][j] /= pivot;
            }
            for (int i = 0; i < n; i++) {
                double factor = m[i][k];
                for (int j = k; j <= n && i != k; j++) {
                    m[i][j] -= factor * m[k][j];
                }
            }
        }
        return true;
    }

    private static double error(double[][] a, double[] c) {
        double sum = 0;
        for (double[] row : a) {
            double error = product(row, c) - row[c.length];
            sum += error * error;
        }
        return sum;
    }

    /**
     * Returns the scalar product of {@code c} and as many elements at the beginning of {@code row}.
     *
     * @param row coefficients, as many as {@code c} has or more
     */
    private static double product(double[] row, double[] c) {
        double sum = 0;
        for (int j = 0; j < c.length; j++) {
            sum += row[j] * c[j];
        }
        return sum;
    }
}
