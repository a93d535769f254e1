package hplhetero.hpl;

import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Resumption;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The factorization of a case in parts, between which its state is written. A case that goes on from a state begins with the panels that
 * follow it. Owner: the rank's thread.
 */
final class Parts {
    private final HplCase hplCase;
    private final CaseWorkspace workspace;
    private final Checkpoints states;
    private final RankContext context;
    private final SolveListener listener;
    private final Resumption resumption;
    private final TimeSpent earlier;

    /**
     * Makes the factorization of a case whose matrix is filled.
     *
     * @param states   states of the case; those from which the case goes on have been read
     * @param listener hears on rank 0 of states
     */
    Parts(HplCase hplCase, CaseWorkspace workspace, Checkpoints states, RankContext context, SolveListener listener) {
        this.hplCase = hplCase;
        this.workspace = workspace;
        this.states = states;
        this.context = context;
        this.listener = listener;
        Generation state = states.state();
        earlier = state.spent();
        resumption = state.generation() == 0 ? Resumption.NONE
                : new Resumption(earlier.resumed() + 1, columns(state.panels()), earlier.seconds());
    }

    /** Returns how the case was resumed. */
    Resumption resumption() {
        return resumption;
    }

    /** Returns the time spent in the parts before this process began. */
    TimeSpent earlier() {
        return earlier;
    }

    private int columns(int panels) {
        return Math.min(hplCase.n(), panels * workspace.layout().map().nb());
    }

    /**
     * Factors what is left of the matrix, and writes states on the way. Collective over the ranks of the case.
     *
     * @param clock       time, as {@link System#nanoTime}, at which the clock of this part started
     * @param columnsDone hears after each panel step how many columns are factored
     * @return whether the matrix is factored, or an error has ended that; false where the ranks were told to end before
     */
    boolean run(long clock, IntConsumer columnsDone) {
        int from = states.state().panels();
        while (true) {
            states.begin();
            int mine = workspace.factor(from, states, columnsDone);
            states.finish();
            double seconds = earlier.seconds() + (System.nanoTime() - clock) * 1e-9;
            // ranks without cells hear here what the others know
            double[] most = context.agreement().largest(new double[] {mine, workspace.zeroPivot(), seconds, states.ends() ? 1 : 0});
            int to = (int) most[0];
            if (to == workspace.layout().map().panels() || workspace.ended()) {
                return true;
            }
            write(to, (int) most[1], most[2]);
            if (most[3] > 0) {
                return false;
            }
            from = to;
        }
    }

    private void write(int panels, int zeroPivot, double seconds) {
        TimeSpent spent = new TimeSpent(seconds, resumption.times(), workspace.timers().seconds(seconds));
        Optional<String> problem = states.write(panels, workspace.pivots(panels), zeroPivot, spent, workspace.matrices());
        if (problem.isEmpty()) {
            states.removeEarlier(context.ranks().rank() > 0 || listener.stateWritten(hplCase, columns(panels)));
        } else if (context.ranks().rank() == 0) {
            listener.stateNotWritten(problem.get());
        }
    }
}
