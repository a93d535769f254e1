package hplhetero.hpl.cluster;

/**
 * The wall time of one trailing update (swap, dtrsm, dgemm) of a rank with m x n local elements and jb columns of the panel. Fitted to
 * measurements at several sizes and block sizes. All coefficients are seconds, &gt;= 0.
 *
 * @param perStep         seconds for any update
 * @param perPanelElement seconds to prepare each of the m x jb elements of L2
 * @param perRowElement   seconds to move and solve each of the jb x n elements of U
 * @param perSolve        seconds for each of the jb^2 n operations of the triangular solve
 * @param perElement      seconds to pass over each of the m x n elements of the trailing matrix
 * @param perMultiply     seconds for each of the 2 m n jb operations of the product
 */
public record UpdateCost(double perStep, double perPanelElement, double perRowElement, double perSolve, double perElement,
        double perMultiply) {

    /**
     * Returns the update cost of a rank that does all operations of an update at one rate, whatever the update's size.
     *
     * @param gflops the rate, in billions of operations a second
     */
    public static UpdateCost constant(double gflops) {
        return new UpdateCost(0, 0, 0, 1e-9 / gflops, 0, 1e-9 / gflops);
    }

    /**
     * Returns the seconds that one update of m x n local elements with a panel of jb columns takes; 0 where n &lt;= 0.
     *
     * @param m local rows below the panel
     * @param n local columns right of the panel
     */
    public double seconds(double m, double n, int jb) {
        return n <= 0 ? 0 : perStep + m * perRow(jb) + further(m, n, jb);
    }

    /**
     * Returns the seconds by which {@code n} more columns make an update longer. The costs that an update has whatever its number of
     * columns (each step's, and each row's below the panel) are left out, as they are counted already with other columns.
     *
     * @param m  local rows below the panel
     * @param n  local columns that are added
     * @param jb columns of the panel
     */
    public double further(double m, double n, int jb) {
        return n * perColumn(jb) + m * n * perElement(jb);
    }

    /** Returns the seconds for each local row below a panel of {@code jb} columns, whatever the number of columns to update. */
    public double perRow(int jb) {
        return jb * perPanelElement;
    }

    /** Returns the seconds for each local column right of a panel of {@code jb} columns, whatever the number of rows to update. */
    public double perColumn(int jb) {
        return jb * (perRowElement + jb * perSolve);
    }

    /** Returns the seconds for each local element right of and below a panel of {@code jb} columns. */
    public double perElement(int jb) {
        return perElement + 2.0 * jb * perMultiply;
    }

    /** Returns the rate, in billions of operations a second, of an update of m x n local elements with a panel of {@code jb} columns. */
    public double gflops(double m, double n, int jb) {
        return (2.0 * m * n * jb + n * jb * (double) jb) / seconds(m, n, jb) * 1e-9;
    }

    /** Returns the cost of a rank that takes {@code factor} times as long, factor &gt; 0. */
    public UpdateCost times(double factor) {
        return new UpdateCost(perStep * factor, perPanelElement * factor, perRowElement * factor, perSolve * factor, perElement * factor,
                perMultiply * factor);
    }
}
