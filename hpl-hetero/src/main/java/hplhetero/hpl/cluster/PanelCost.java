package hplhetero.hpl.cluster;

/**
 * The wall time of factoring one panel on one rank, without messages, with m local rows and jb columns. All coefficients are seconds, &gt;=
 * 0. They are those of one worker where a run forms a team for each panel, else those of the workers that always factor.
 *
 * @param perColumn   seconds for each of the jb columns, whatever its length
 * @param perElement  seconds for each of the m x jb elements
 * @param perMultiply seconds for each of the m jb^2 operations
 * @param team        largest number of workers that may share the rows of a panel; 1 where the same workers factor every panel
 */
public record PanelCost(double perColumn, double perElement, double perMultiply, int team) {

    /**
     * Makes the cost of a rank on which the same workers factor every panel.
     *
     * @param perColumn   seconds for each of the jb columns, whatever its length
     * @param perElement  seconds for each of the m x jb elements
     * @param perMultiply seconds for each of the m jb^2 operations
     */
    public PanelCost(double perColumn, double perElement, double perMultiply) {
        this(perColumn, perElement, perMultiply, 1);
    }

    /**
     * Returns the panel cost of a rank that does all operations of a panel at one rate, whatever the panel's size.
     *
     * @param gflops the rate, in billions of operations a second
     */
    public static PanelCost constant(double gflops) {
        return new PanelCost(0, 0, 1e-9 / gflops);
    }

    /** Returns the seconds that a panel of {@code m} local rows and {@code jb} columns takes without a team. */
    public double seconds(double m, int jb) {
        return seconds(m, jb, 1);
    }

    /**
     * Returns the seconds that a panel of {@code m} local rows and {@code jb} columns takes a team of workers.
     *
     * @param members number of workers that share the rows
     */
    public double seconds(double m, int jb, int members) {
        return alone(jb) + m * jb * (perElement + jb * perMultiply) / members;
    }

    /** Returns the seconds of a panel of {@code jb} columns that a team does not shorten. */
    public double alone(int jb) {
        return jb * perColumn;
    }

    /** Returns the cost of a rank that takes {@code factor} times as long, factor &gt; 0. */
    public PanelCost times(double factor) {
        return new PanelCost(perColumn * factor, perElement * factor, perMultiply * factor, team);
    }

    /**
     * Returns this cost for a rank whose workers share the rows of panels, as many of them as a step needs.
     *
     * @param workers number of the rank's workers
     */
    public PanelCost sharedBy(int workers) {
        return new PanelCost(perColumn, perElement, perMultiply, workers);
    }
}
