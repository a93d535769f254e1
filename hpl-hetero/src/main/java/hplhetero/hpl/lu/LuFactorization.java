package hplhetero.hpl.lu;

import hplhetero.hpl.choose.StepLearner;
import java.util.function.IntConsumer;

/**
 * LU factorization with partial pivoting of [A | b] on any map of blocks, with look-ahead. Afterwards the local matrices hold U in its
 * place and y = L^-1 P b in column N. Owner: the rank's thread. Source: HPL_pdgesv0, HPL_pdgesvK2.
 */
public final class LuFactorization {
    private final GridCommunicators communicators;
    private final StepListener listener;
    private final StepLearner learner;
    private final PanelRing panels;
    private final LookAhead ahead;
    private final RestUpdate rest;
    private final int count;
    private final int depth;

    /** @param work taken for this factorization alone */
    public LuFactorization(LuWorkspace work) {
        communicators = work.communicators;
        listener = work.listener;
        learner = work.learner;
        panels = work.ring;
        ahead = new LookAhead(work);
        rest = new RestUpdate(work);
        count = work.map.panels();
        depth = panels.depth();
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
        for (int j = 0; j < Math.min(depth, count); j++) {
            panels.assign(j);
            ahead.bringUpToDate(j, 0, j);
            ahead.factor(j);
        }
        for (int k = 0; k < count; k++) {
            if (depth == 0) {
                panels.assign(k);
                ahead.factor(k);
            }
            long clock = learner.clock();
            panels.receive(k);
            learner.waited(k, clock);
            int next = k + depth;
            rest.prepare(k, Math.min(depth == 0 ? k + 1 : next, count));
            if (depth > 0 && next < count) {
                panels.assign(next);
                ahead.swap(next, k);
                rest.start(k, next + 1);
                ahead.update(next, k);
                ahead.bringUpToDate(next, k + 1, next);
                ahead.factor(next);
            } else {
                rest.start(k, Math.min(next, count - 1) + 1);
            }
            rest.swapInBackground();
            rest.finish(k);
            learner.finished(k, rest.exposedNanos());
            listener.finished(k);
        }
        return panels.zeroPivot();
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
