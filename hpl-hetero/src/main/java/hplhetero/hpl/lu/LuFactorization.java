package hplhetero.hpl.lu;

import hplhetero.hpl.choose.StepLearner;
import java.util.function.IntConsumer;

/**
 * LU factorization with partial pivoting of [A | b] on any map of blocks, with look-ahead. Afterwards the local matrices hold U in its
 * place and y = L^-1 P b in column N. What is done after what stands in {@link PanelSteps}; here is what each act is on a rank. Owner: the
 * rank's thread.
 */
public final class LuFactorization {
    private final GridCommunicators communicators;
    private final StepListener listener;
    private final StepLearner learner;
    private final PanelRing panels;
    private final LookAhead ahead;
    private final TrailingStep rest;
    private final PanelSteps steps;

    /** @param work taken for this factorization alone */
    public LuFactorization(LuWorkspace work) {
        communicators = work.communicators;
        listener = work.listener;
        learner = work.learner;
        panels = work.ring;
        ahead = new LookAhead(work);
        rest = new TrailingStep(work);
        steps = new PanelSteps(work.map.panels(), panels.depth());
    }

    /** Says which columns the host updates beside a device. To be called before matrices are taken over; without it there are none yet. */
    public void begin() {
        rest.begin();
    }

    /**
     * Factors. Collective over the map's ranks. 2 N^3 / 3 operations in all.
     *
     * @param columnsDone hears how many columns are factored, after each panel step
     * @return 1 + the first column with a zero pivot, or 0
     */
    public int run(IntConsumer columnsDone) {
        panels.clear();
        listener.start(columnsDone);
        steps.run(this::act);
        return panels.zeroPivot();
    }

    private void act(PanelSteps.Act act, int j, int k) {
        switch (act) {
            case FACTOR -> ahead.factor(j);
            case BROADCAST -> ahead.broadcast(j);
            case RECEIVE -> receive(k);
            case RECEIVE_AHEAD -> ahead.receive(j, k);
            case PREPARE -> rest.prepare(k, steps.looksAhead(k) ? k + steps.depth() : j);
            case SWAP_AHEAD -> ahead.swap(j, k);
            case UPDATE_AHEAD -> ahead.update(j, k);
            case START_TRAILING -> rest.start(k, j);
            case SWAP_TRAILING -> rest.swapInBackground();
            case UPDATE_TRAILING -> rest.finish(k);
            case END -> end(k);
        }
    }

    private void receive(int k) {
        long clock = learner.clock();
        panels.receive(k);
        learner.waited(k, clock);
    }

    private void end(int k) {
        learner.finished(k, rest.exposedNanos());
        listener.finished(k);
        panels.rotate(k);
    }

    /** The global row swapped with row i, for i = 0..N-1 in this order; the same on all ranks. Valid after {@link #run}. */
    public int[] pivots() {
        return panels.pivots();
    }

    /** Of all updates behind the look-ahead, what the rank's workers computed beside its device. Valid after {@link #run}. */
    public double hostShare() {
        return rest.hostShare();
    }

    /** For which the rank waited for what went to its device. */
    public double transferSeconds() {
        return rest.transferSeconds();
    }

    /** What each panel took, and what was tried, as {@link StepLearner#report} has it. */
    public double[] steps() {
        return learner.report();
    }

    /** Gives the communicators back; nothing can be factored afterwards. Collective over all ranks, also those without a cell. */
    public void free() {
        communicators.free();
    }
}
