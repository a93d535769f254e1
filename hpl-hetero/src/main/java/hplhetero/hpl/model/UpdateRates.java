package hplhetero.hpl.model;

/**
 * The rates of trailing updates in a replayed run, as a run measures them: the time in which a rank waits does not count, nor what goes
 * ahead. Owner: one thread.
 */
public final class UpdateRates {
    private final ModelInputs inputs;
    /** Seconds of each member's updates since rates were last taken, indexed by member. */
    private final double[] seconds;
    /** Operations of each member's updates since rates were last taken, indexed by member. */
    private final double[] operations;

    UpdateRates(ModelInputs inputs) {
        this.inputs = inputs;
        seconds = new double[inputs.size()];
        operations = new double[inputs.size()];
    }

    /**
     * Adds the updates with one panel.
     *
     * @param took  seconds of each member's update, indexed by member
     * @param area  elements that each member updates, indexed by member
     * @param width columns that each member updates, indexed by member
     * @param jb    columns of the panel
     */
    void add(double[] took, double[] area, double[] width, int jb) {
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] += took[i];
            // the product, and the triangular solve
            operations[i] += 2 * area[i] * jb + width[i] * jb * jb;
        }
    }

    /**
     * Returns the seconds for an operation of each rank since this was last called, indexed by rank of the world; 0 for a rank that had
     * nothing to update.
     */
    public double[] take() {
        double[] perOperation = new double[inputs.cluster.size()];
        for (int i = 0; i < seconds.length; i++) {
            perOperation[inputs.rank[i]] = operations[i] > 0 ? seconds[i] / operations[i] : 0;
            seconds[i] = 0;
            operations[i] = 0;
        }
        return perOperation;
    }
}
