package hplhetero.hpl;

/** LU with partial pivoting as a textbook has it, on an m x n array; the first largest element is the pivot. */
public final class DenseOracle {
    private final double[][] a;
    private final int[] pivots;

    /** @param a m x n, factored in place; the first {@code columns} columns are eliminated */
    public DenseOracle(double[][] a, int columns) {
        this.a = a;
        pivots = new int[columns];
        for (int j = 0; j < columns; j++) {
            eliminate(j);
        }
    }

    /** Netlib's matrix [A | b]. */
    public static double[][] netlibs(int n) {
        double[][] a = new double[n][n + 1];
        long x = 100;
        for (int j = 0; j <= n; j++) {
            for (int i = 0; i < n; i++) {
                x = x * 6364136223846793005L + 1;
                a[i][j] = 0.5 - (x >= 0 ? (double) x : (double) (x >>> 1) * 2) * 0x1p-64;
            }
        }
        return a;
    }

    private void eliminate(int j) {
        int p = j;
        for (int i = j + 1; i < a.length; i++) {
            p = Math.abs(a[i][j]) > Math.abs(a[p][j]) ? i : p;
        }
        pivots[j] = p;
        double[] row = a[p];
        a[p] = a[j];
        a[j] = row;
        for (int i = j + 1; i < a.length && row[j] != 0; i++) {
            double factor = a[i][j] / row[j];
            a[i][j] = factor;
            for (int s = j + 1; s < row.length; s++) {
                a[i][s] -= factor * row[s];
            }
        }
    }

    public int[] pivots() {
        return pivots;
    }

    /** L below the diagonal, U on and above it. */
    public double get(int i, int j) {
        return a[i][j];
    }

    /** x of [A | b]. */
    public double[] solution() {
        int n = a.length;
        double[] x = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = a[i][n];
            for (int j = i + 1; j < n; j++) {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        return x;
    }
}
