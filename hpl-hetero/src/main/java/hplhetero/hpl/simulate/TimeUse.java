package hplhetero.hpl.simulate;

/** Where the time of a rank's thread goes; keeps what it did in steps that are to be drawn. One thread. */
final class TimeUse {
    private final int rank;
    private final Spans spans;
    private final double[] seconds = new double[Activity.values().length];
    private Activity doing = Activity.NOTHING;
    private double since;
    private int step;

    TimeUse(int rank, Spans spans) {
        this.rank = rank;
        this.spans = spans;
    }

    /** From now on, in that step. */
    void begin(Activity what, int inStep, double now) {
        if (what == doing && inStep == step) {
            return;
        }
        end(now);
        doing = what;
        step = inStep;
    }

    /** What it was at is over; it may go on with the same. */
    void end(double now) {
        seconds[doing.ordinal()] += now - since;
        spans.add(rank, step, doing, since, now, 1);
        since = now;
    }

    /**
     * It has factored a panel with others.
     *
     * @param computed so many seconds of the time since it began were not waiting
     */
    void factored(double computed, double now) {
        double waited = Math.max(0, now - since - computed);
        seconds[Activity.PANEL.ordinal()] += now - since - waited;
        seconds[Activity.WAITING_FOR_PIVOTS.ordinal()] += waited;
        spans.add(rank, step, Activity.WAITING_FOR_PIVOTS, since, now, now > since ? waited / (now - since) : 0);
        since = now;
        doing = Activity.NOTHING;
    }

    double seconds(Activity what) {
        return seconds[what.ordinal()];
    }
}
