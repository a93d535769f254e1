package hplhetero.run.job;

import hplhetero.comm.Activity;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.MapMove;

/** A listener that passes progress on to the current listener, and predicts from the work done how long the whole solve takes. */
final class SolveProgress implements SolveListener {
    /** Share of the operations from which on a prediction is worth something. */
    private static final double TELLING_SHARE = 1e-3;

    private final Activity activity;
    private volatile SolveListener listener = SolveListener.NONE;

    SolveProgress(Activity activity) {
        this.activity = activity;
    }

    /** Sets the listener that hears of progress from now on. */
    void listen(SolveListener current) {
        listener = current;
    }

    @Override
    public void factored(HplCase hplCase, int columns, long nanos) {
        double left = 1 - (double) columns / hplCase.n();
        double done = 1 - left * left * left;
        if (done > TELLING_SHARE) {
            activity.predict((long) (nanos / done));
        }
        listener.factored(hplCase, columns, nanos);
    }

    @Override
    public void solved(CaseResult result) {
        listener.solved(result);
    }

    @Override
    public boolean stateWritten(HplCase hplCase, int columns) {
        return listener.stateWritten(hplCase, columns);
    }

    @Override
    public void moved(HplCase hplCase, MapMove move) {
        listener.moved(hplCase, move);
    }

    @Override
    public void stateNotWritten(String why) {
        listener.stateNotWritten(why);
    }
}
