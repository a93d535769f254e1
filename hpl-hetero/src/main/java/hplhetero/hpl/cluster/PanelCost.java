package hplhetero.hpl.cluster;

/**
 * The wall time of factoring one panel on one rank, without messages, with m local rows and jb columns. All coefficients are seconds, &gt;=
 * 0.
 *
 * @param perColumn   seconds for each of the jb columns, whatever its length
 * @param perElement  seconds for each of the m x jb elements
 * @param perMultiply seconds for each of the m jb^2 operations
 */
public record PanelCost(double perColumn, double perElement, double perMultiply) {

    /**
     * Returns the panel cost of a rank that does all operations of a panel at one rate, whatever the panel's size.
     *
     * @param gflops the rate, in billions of operations a second
     */
    public static PanelCost constant(double gflops) {
        return new PanelCost(0, 0, 1e-9 / gflops);
    }

    /** Returns the seconds that a panel of {@code m} local rows and {@code jb} columns takes. */
    public double seconds(double m, int jb) {
        return jb * (perColumn + m * (perElement + jb * perMultiply));
    }

    /** Returns the cost of a rank that takes {@code factor} times as long, factor &gt; 0. */
    public PanelCost times(double factor) {
        return new PanelCost(perColumn * factor, perElement * factor, perMultiply * factor);
    }
}
