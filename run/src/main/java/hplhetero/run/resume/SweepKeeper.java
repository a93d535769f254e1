package hplhetero.run.resume;

import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.CheckpointPlan.Before;
import hplhetero.hpl.checkpoint.CheckpointPlan.Start;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.result.CaseResult;
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
    /** The place where the test under way begins. */
    private Start start = Start.ANEW;
    /** The series of states from which the test under way goes on; null where it begins anew. */
    private Before before;

    private SweepKeeper(Optional<Place> place, RunState state) {
        this.place = place;
        this.state = state;
    }

    /**
     * Returns a keeper of a run that begins, and keeps the run as it begins.
     *
     * @param place where states are kept; empty: nowhere
     */
    public static SweepKeeper begin(Optional<Place> place, RunState state) {
        SweepKeeper keeper = new SweepKeeper(place, state);
        keeper.keep();
        return keeper;
    }

    /**
     * Returns a keeper of a run that goes on. What is on the disk stays as it is until the run has come further.
     *
     * @param place where states are kept
     * @param kept  the run as it was kept
     * @param now   the run with the maps that its tests have now: {@code kept}, or {@link RunState#with(CaseChoice, List)} of it
     */
    public static SweepKeeper resume(Place place, RunState kept, RunState now) {
        SweepKeeper keeper = new SweepKeeper(Optional.of(place), now);
        if (!kept.isFinished()) {
            keeper.start = kept.hasState() ? Start.FROM_STATE : Start.FROM_STATE_IF_WHOLE;
            keeper.before = new Before(kept.series(), kept.next());
        }
        return keeper;
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
        return place.map(its -> plan(its, state.series()).from(start, before)).orElse(CheckpointPlan.NONE);
    }

    /**
     * Returns the plan for a test that begins with its first panel.
     *
     * @param place  where states are kept
     * @param series number of the test's series of states, from 1
     */
    public static CheckpointPlan plan(Place place, int series) {
        return CheckpointPlan.anew(place.folder().toAbsolutePath().toString(), series, place.every().toMillis() / 1e3);
    }

    /**
     * Notes that all ranks have written a state of the test under way.
     *
     * @return whether this is on the disk
     */
    public boolean stateWritten() {
        if (!state.hasState()) {
            state = state.withState();
            return keep();
        }
        return true;
    }

    /** Notes that the test under way is finished. */
    public void finished(CaseResult result) {
        state = state.with(result);
        start = Start.ANEW;
        before = null;
        keep();
    }

    private boolean keep() {
        return place.stream().allMatch(its -> attempt(() -> new RunFolder(its.folder()).keep(state)));
    }

    /** An act on files. */
    @FunctionalInterface
    private interface Act {
        void run() throws IOException;
    }

    private static boolean attempt(Act act) {
        try {
            act.run();
            return true;
        } catch (IOException cannot) {
            StandardError.note("warning: --checkpoint: " + cannot);
            return false;
        }
    }
}
