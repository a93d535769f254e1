package hplhetero.run.resume;

import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.CheckpointPlan.Start;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.result.CaseResult;
import hplhetero.run.option.CheckpointOption.Place;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.util.Optional;

/**
 * Keeps on disk how far a run has come, where the user asked for that; else does nothing. A file that cannot be written is a warning: the
 * run goes on. Owner: rank 0's thread.
 */
public final class SweepKeeper {
    private final Optional<Place> place;
    private RunState state;
    private boolean resumes;

    /**
     * Makes a keeper.
     *
     * @param place   where states are kept; empty: nowhere
     * @param begun   the run as it begins, or as it was kept
     * @param resumes whether the run goes on from what was kept
     */
    public SweepKeeper(Optional<Place> place, RunState begun, boolean resumes) {
        this.place = place;
        this.resumes = resumes;
        state = begun;
        keep();
    }

    /** Keeps what was measured of the ranks. */
    public void measured(Cluster cluster) {
        place.ifPresent(its -> attempt(() -> new RunFolder(its.folder()).keep(cluster)));
    }

    /** Returns the run as far as it has come. */
    public RunState state() {
        return state;
    }

    /** Returns when and where the state of the next test is written, and where the test begins. */
    public CheckpointPlan plan() {
        return place.map(its -> plan(its, state.series()).from(start())).orElse(CheckpointPlan.NONE);
    }

    /**
     * Returns the plan for a test that begins with its first panel.
     *
     * @param place  where states are kept
     * @param series number of the test's series of states, from 1
     */
    public static CheckpointPlan plan(Place place, int series) {
        return new CheckpointPlan(place.folder().toAbsolutePath().toString(), series, place.every().toMillis() / 1e3, Start.ANEW);
    }

    private Start start() {
        if (!resumes) {
            return Start.ANEW;
        }
        return state.hasState() ? Start.FROM_STATE : Start.FROM_STATE_IF_WHOLE;
    }

    /** Notes that all ranks have written a state of the test under way. */
    public void stateWritten() {
        if (!state.hasState()) {
            state = state.withState();
            keep();
        }
    }

    /** Notes that the test under way is finished. */
    public void finished(CaseResult result) {
        state = state.with(result);
        resumes = false;
        keep();
    }

    private void keep() {
        place.ifPresent(its -> attempt(() -> new RunFolder(its.folder()).keep(state)));
    }

    /** Removes what says that there is a run to resume, because it is finished. */
    public void remove() {
        place.ifPresent(its -> attempt(new RunFolder(its.folder())::remove));
    }

    /** An act on files. */
    @FunctionalInterface
    private interface Act {
        void run() throws IOException;
    }

    private static void attempt(Act act) {
        try {
            act.run();
        } catch (IOException cannot) {
            StandardError.say("warning: --checkpoint: " + cannot);
        }
    }
}
