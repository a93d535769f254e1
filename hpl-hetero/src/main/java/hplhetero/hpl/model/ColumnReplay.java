package hplhetero.hpl.model;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.problem.SwapAlgorithm;

/** What the ranks of a virtual column wait for together: each other, and swapped rows. */
final class ColumnReplay {
    /** Seconds of the updates of which {@link RankProfile#variation} was measured, about. */
    private static final double MEASURED_SECONDS = 0.05;
    /** Between the outermost of three measurements, standard deviations. */
    private static final double RANGE_DEVIATIONS = 1.6;

    private final ModelInputs inputs;
    private final RankClocks clocks;
    private final SiteLinks siteLinks;
    private final double[] sinceMeeting;
    private final ColumnCost[] costs;

    ColumnReplay(ReplayState state, SolveVariant variant) {
        inputs = state.inputs;
        clocks = state.clocks;
        siteLinks = state.siteLinks;
        sinceMeeting = state.sinceMeeting;
        costs = new ColumnCost[inputs.columns()];
        for (int c = 0; c < costs.length; c++) {
            costs[c] = new ColumnCost(inputs, c, variant);
        }
    }

    /** All columns swap rows by this from now on. */
    void take(SwapAlgorithm swap) {
        for (ColumnCost cost : costs) {
            cost.take(swap);
        }
    }

    /** What the ranks of virtual column c do together. */
    ColumnCost cost(int c) {
        return costs[c];
    }

    /**
     * All ranks of a column wait for the latest of them. As each varies by itself, that is later than the one is that has most to do, and
     * nothing makes up for it.
     *
     * @param cause what this is charged to
     * @return when they meet
     */
    double meet(int[] members, int cause) {
        double deviation = 0;
        for (int m : members) {
            deviation += inputs.variation[m] * Math.sqrt(MEASURED_SECONDS * sinceMeeting[m]);
            sinceMeeting[m] = 0;
        }
        double met = clocks.expectedLatest(members, deviation / RANGE_DEVIATIONS / members.length);
        clocks.meet(members);
        for (int m : members) {
            clocks.moveTo(m, cause, met);
        }
        return met;
    }

    /** A swap that the column waits for. */
    void swap(int c, int jb, double cols) {
        double seconds = costs[c].swap(jb, cols);
        if (seconds <= 0) {
            return;
        }
        double ready = meet(inputs.columnMembers[c], RankClocks.SWAP);
        double all = Math.max(swapped(c, ready, seconds, jb, cols), ready + costs[c].swapping(jb, cols));
        for (int m : inputs.columnMembers[c]) {
            clocks.moveTo(m, RankClocks.SWAP, all);
        }
    }

    /** When all rows are there of a swap that may begin at {@code ready} and takes so many seconds between ranks of one site. */
    double swapped(int c, double ready, double seconds, int jb, double cols) {
        return Math.max(ready + seconds, costs[c].crossesSites() ? costs[c].cross(siteLinks, ready, jb, cols) : ready);
    }
}
