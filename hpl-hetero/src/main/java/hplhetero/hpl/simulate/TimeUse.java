package hplhetero.hpl.simulate;

/** The record of where the time of a rank's thread goes; it also keeps spans of the steps that are to be drawn. One thread. */
final class TimeUse {
    private final int rank;
    private final Spans spans;
    private final double[] seconds = new double[Activity.values().length];
    private Activity activity = Activity.NOTHING;
    private double since;
    private int step;

    TimeUse(int rank, Spans spans) {
        this.rank = rank;
        this.spans = spans;
    }

    /** Begins an activity in a panel step, and ends the activity before. */
    void begin(Activity what, int inStep, double now) {
        if (what == activity && inStep == step) {
            return;
        }
        end(now);
        activity = what;
        step = inStep;
    }

    /** Adds up the time of the current activity until {@code now}. The activity goes on, unless another one begins at {@code now}. */
    void end(double now) {
        seconds[activity.ordinal()] += now - since;
        spans.add(rank, step, activity, since, now, 1);
        since = now;
    }

    /**
     * Records that the thread has factored a panel with other ranks since its activity began.
     *
     * @param computed seconds of this time that were not waiting
     */
    void factored(double computed, double now) {
        double waited = Math.max(0, now - since - computed);
        seconds[Activity.PANEL.ordinal()] += now - since - waited;
        seconds[Activity.WAITING_FOR_PIVOTS.ordinal()] += waited;
        spans.add(rank, step, Activity.WAITING_FOR_PIVOTS, since, now, now > since ? waited / (now - since) : 0);
        since = now;
        activity = Activity.NOTHING;
    }

    /** Returns the seconds that the rank's thread has spent in an activity so far. */
    double seconds(Activity what) {
        return seconds[what.ordinal()];
    }
}
