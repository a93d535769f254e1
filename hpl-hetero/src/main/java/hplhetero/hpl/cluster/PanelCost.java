package hplhetero.hpl.cluster;

/**
 * Wall time of factoring one panel on one rank, without messages. All coefficients are seconds, &gt;= 0.
 *
 * @param perColumn   of any column of the panel, jb of them
 * @param perElement  of one element, m x jb of them
 * @param perMultiply a flop, m jb^2 of them
 */
public record PanelCost(double perColumn, double perElement, double perMultiply) {

    /** A rank that does all its flops at one rate. */
    public static PanelCost constant(double gflops) {
        return new PanelCost(0, 0, 1e-9 / gflops);
    }

    /** Seconds for a panel of m local rows and jb columns. */
    public double seconds(double m, int jb) {
        return jb * (perColumn + m * (perElement + jb * perMultiply));
    }

    /** The same rank slowed by a factor &gt; 0. */
    public PanelCost times(double factor) {
        return new PanelCost(perColumn * factor, perElement * factor, perMultiply * factor);
    }
}
