package hplhetero.hpl.model;

import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.problem.SwapAlgorithm;

/** The waiting of a virtual column's ranks for each other and for swapped rows. */
final class ColumnReplay {
    /** Approximate seconds of the updates whose {@link RankProfile#variation} was measured. */
    private static final double MEASURED_SECONDS = 0.05;
    /** Standard deviations between the outermost of three measurements. */
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

    /** Sets the algorithm by which all columns swap rows from now on. */
    void take(SwapAlgorithm swap) {
        for (ColumnCost cost : costs) {
            cost.take(swap);
        }
    }

    /** Returns the costs of what the ranks of virtual column c do together. */
    ColumnCost cost(int c) {
        return costs[c];
    }

    /**
     * Lets all ranks of a column wait for the latest of them. As each rank varies by itself, the latest is later than the rank that has
     * most to do, and nothing makes up for it: see {@link RankClocks#expectedLatest}.
     *
     * @param members ranks of the column, as members of the map
     * @param cause   the cause that the waiting is charged to
     * @return seconds from the start of the run at which they meet
     */
    double meet(int[] members, int cause) {
        double deviation = 0;
        for (int m : members) {
            // a rank's deviation: variation sqrt(MEASURED_SECONDS x seconds of updates since it last met) / RANGE_DEVIATIONS
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

    /** Replays a row swap that the ranks of virtual column c wait for. */
    void swap(int c, int jb, double cols) {
        double seconds = costs[c].swap(jb, cols);
        if (seconds <= 0) {
            return;
        }
        double ready = meet(inputs.columnMembers[c], RankClocks.SWAP);
        // all rows are there at max(end of the messages, ready + seconds of the rank's own thread)
        double all = Math.max(swapped(c, ready, seconds, jb, cols), ready + costs[c].swapping(jb, cols));
        for (int m : inputs.columnMembers[c]) {
            clocks.moveTo(m, RankClocks.SWAP, all);
        }
    }

    /**
     * Returns when all rows of a swap are there: ready + seconds, or later where rows cross between sites.
     *
     * @param ready   when the swap may begin
     * @param seconds seconds that the swap takes between ranks of one site
     */
    double swapped(int c, double ready, double seconds, int jb, double cols) {
        return Math.max(ready + seconds, costs[c].crossesSites() ? costs[c].cross(siteLinks, ready, jb, cols) : ready);
    }
}
