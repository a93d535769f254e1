package hplhetero.hpl.balance.probe;

import java.util.stream.IntStream;

/**
 * Least squares with coefficients &gt;= 0, on relative errors: small and large measurements count alike. For the few
 * coefficients of a cost model every set of them that may be positive is tried, which is exact (the best non-negative
 * solution is the plain one on its own positive set).
 */
final class LeastSquares {
    /** A pivot below this, of columns of length one, means that two features cannot be told apart. */
    private static final double SINGULAR = 1e-10;
    /** A larger set of coefficients must reduce the error by this much: what is left then is rounding. */
    private static final double BETTER = 1 - 1e-9;

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
        int columns = features[0].length;
        double[][] a = new double[values.length][columns];
        double[] length = new double[columns];
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < columns; j++) {
                a[i][j] = features[i][j] / values[i];
                length[j] += a[i][j] * a[i][j];
            }
        }
        for (int j = 0; j < columns; j++) {
            length[j] = Math.sqrt(length[j]);
            for (double[] row : a) {
                row[j] = length[j] > 0 ? row[j] / length[j] : 0;
            }
        }
        double[] best = bestOfSets(a);
        for (int j = 0; j < columns; j++) {
            best[j] = length[j] > 0 ? best[j] / length[j] : 0;
        }
        return best;
    }

    private static double[] bestOfSets(double[][] a) {
        int columns = a[0].length;
        double[] best = new double[columns];
        double least = a.length;
        for (int size = 1; size <= columns; size++) {
            for (int set = (1 << columns) - 1; set > 0; set--) {
                double[] c = Integer.bitCount(set) == size ? solve(a, set) : null;
                double error = c == null ? Double.MAX_VALUE : error(a, c);
                if (error < BETTER * least) {
                    least = error;
                    best = c;
                }
            }
        }
        return best;
    }

    /** Normal equations over the columns in {@code set}; null when they are singular or a coefficient is negative. */
    private static double[] solve(double[][] a, int set) {
        int[] column = IntStream.range(0, a[0].length).filter(j -> (set >> j & 1) != 0).toArray();
        int n = column.length;
        double[][] m = new double[n][n + 1];
        for (double[] row : a) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    m[i][j] += row[column[i]] * row[column[j]];
                }
                m[i][n] += row[column[i]];
            }
        }
        if (!eliminate(m)) {
            return null;
        }
        double[] c = new double[a[0].length];
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
            if (!(pivot > SINGULAR)) {
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
            double predicted = 0;
            for (int j = 0; j < c.length; j++) {
                predicted += row[j] * c[j];
            }
            sum += (predicted - 1) * (predicted - 1);
        }
        return sum;
    }
}
