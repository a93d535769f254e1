package hplhetero.hpl.calibrate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Least squares with coefficients &gt;= 0, on relative errors: small and large measurements count alike. For the few
 * coefficients of a cost model every set of them that may be positive is tried, which is exact (the best non-negative
 * solution is the plain one on its own positive set).
 */
final class LeastSquares {
    /** A pivot below this, of columns of length one, means that two features cannot be told apart. */
    private static final double LEAST_PIVOT = 1e-10;
    /** A larger set of coefficients must reduce the error by this much: what is left then is rounding. */
    private static final double MOST_REMAINING_SHARE = 1 - 1e-9;
    /** Rounds of weighing anew, after which the weights change no more. */
    private static final int WEIGHING_ROUNDS = 10;

    private LeastSquares() {
    }

    /**
     * The c &gt;= 0 with the least sum of squares of (features[i] . c / values[i] - 1).
     *
     * @param features one row a measurement, all of the same length, &lt;= 16; where sets of them do equally well, later
     *                 ones are preferred
     * @param values   &gt; 0
     */
    static double[] fit(double[][] features, double[] values) {
        double[] weights = new double[values.length];
        Arrays.fill(weights, 1);
        return fit(features, values, weights);
    }

    /**
     * The same with errors beyond {@code noise} counted by their size and no more by its square, so that a measurement which a neighbour
     * spoilt does not bend all others. Source: Huber's M-estimate, by least squares with weights that follow from the errors before.
     *
     * @param noise relative error that is nothing special, &gt; 0
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

    /** @param weights of the errors, before they are squared */
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

    /** @param a equations, each with what it is to give behind its {@code columns} coefficients */
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

    /** Normal equations over the columns in {@code set}; null when they are singular or a coefficient is negative. */
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

    /** Gauss-Jordan without pivoting: the matrix is positive semidefinite. False when it is singular. */
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

    /** @param row as long as {@code c}, or longer */
    private static double product(double[] row, double[] c) {
        double sum = 0;
        for (int j = 0; j < c.length; j++) {
            sum += row[j] * c[j];
        }
        return sum;
    }
}
