package hplhetero.hpl.cluster;

/**
 * Wall time of one trailing update (swap, dtrsm, dgemm) of a rank, as a function of its local size, fitted to
 * measurements at several sizes and block sizes. All coefficients are seconds, &gt;= 0; the flop coefficients are
 * per flop.
 *
 * @param perStep     of any update
 * @param perPanelElement of preparing one element of L2, m x jb of them
 * @param perRowElement of moving and solving one element of U, jb x n of them
 * @param perSolve    a flop of the triangular solve, jb^2 n of them
 * @param perElement  of passing over one element of the trailing matrix, m x n of them
 * @param perMultiply a flop of the product, 2 m n jb of them
 */
public record UpdateCost(double perStep, double perPanelElement, double perRowElement, double perSolve, double perElement,
        double perMultiply) {

    /** A rank that does all its flops at one rate, whatever the size. */
    public static UpdateCost constant(double gflops) {
        return new UpdateCost(0, 0, 0, 1e-9 / gflops, 0, 1e-9 / gflops);
    }

    /**
     * Seconds of one update of m x n local elements with a panel of jb columns.
     *
     * @param m local rows below the panel
     * @param n local columns right of it
     */
    public double seconds(double m, double n, int jb) {
        return n <= 0 ? 0 : perStep + m * perRow(jb) + further(m, n, jb);
    }

    /** Seconds that n more columns take in an update of which other columns bear what it costs to begin. */
    public double further(double m, double n, int jb) {
        return n * perColumn(jb) + m * n * perElement(jb);
    }

    /** Seconds for each local row below a panel of jb columns, however many columns there are. */
    public double perRow(int jb) {
        return jb * perPanelElement;
    }

    /** Seconds for each local column right of a panel of jb columns, however many rows there are. */
    public double perColumn(int jb) {
        return jb * (perRowElement + jb * perSolve);
    }

    /** Seconds for each local element right of and below a panel of jb columns. */
    public double perElement(int jb) {
        return perElement + 2.0 * jb * perMultiply;
    }

    /** Billions of operations a second in an update of that size. */
    public double gflops(double m, double n, int jb) {
        return (2.0 * m * n * jb + n * jb * (double) jb) / seconds(m, n, jb) * 1e-9;
    }

    /** The same rank slowed by a factor &gt; 0. */
    public UpdateCost times(double factor) {
        return new UpdateCost(perStep * factor, perPanelElement * factor, perRowElement * factor, perSolve * factor, perElement * factor,
                perMultiply * factor);
    }
}
