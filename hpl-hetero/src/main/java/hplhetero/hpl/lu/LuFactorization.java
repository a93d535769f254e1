package hplhetero.hpl.lu;

import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.trust.Evidence;
import hplhetero.hpl.trust.PanelFaults;
import hplhetero.hpl.trust.Schedule;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * LU factorization with partial pivoting of [A | b] on any map of blocks, with look-ahead: P A = L U. Afterwards the local matrices hold U
 * in its place and y = L^-1 P b in column N. {@link PanelSteps} holds the order of the steps; this class holds what each act means on a
 * rank. Owner: the rank's thread.
 */
public final class LuFactorization implements Evidence {
    private final GridCommunicators communicators;
    private final StepListener listener;
    private final StepLearner learner;
    private final PanelRing panels;
    private final PanelTeam team;
    private final LookAhead ahead;
    private final TrailingStep trailing;
    private final int panelCount;
    private final LuWorkspace work;
    private PanelSteps steps;

    /**
     * Makes a factorization of the matrix that a work space was made for.
     *
     * @param work panels, buffers and communicators, taken for this factorization alone
     */
    public LuFactorization(LuWorkspace work) {
        communicators = work.communicators;
        listener = work.listener;
        learner = work.learner;
        panels = work.ring;
        team = work.team;
        ahead = new LookAhead(work);
        trailing = new TrailingStep(work);
        panelCount = work.map.panels();
        this.work = work;
    }

    /**
     * Tests panels from now on, as they are factored and as they arrive. Called before the clock starts; the map must carry checksums.
     *
     * @param schedule says which panels are tested, equal on all ranks
     * @param faults   hears of errors on this rank
     * @param arena    arena that the memory is taken from
     */
    public void test(Schedule schedule, PanelFaults faults, Arena arena) {
        PanelTests tests = new PanelTests(work, schedule, faults, arena);
        ahead.test(tests);
        panels.watch(tests);
    }

    /** Lets those bits flip in each factorization from now on that are of this rank's memory, for tests and demonstrations. */
    public void emulate(List<Bitflip> flips) {
        work.flip.set(flips);
    }

    /**
     * Decides which columns the host updates beside a device. Must be called before the matrices are copied to the device; otherwise the
     * host updates none.
     */
    public void begin() {
        trailing.begin();
    }

    /**
     * Factors the matrix. Collective over the map's ranks. 2 N^3 / 3 operations in all.
     *
     * @param columnsDone hears after each panel step how many columns are factored
     * @return 1 + the first column with a zero pivot, or 0
     */
    public int run(IntConsumer columnsDone) {
        return run(0, panelCount, columnsDone);
    }

    /**
     * Applies some panels to all columns behind them, so that the factorization can go on later from where it stops. Afterwards no panel is
     * ahead: the state is what the local matrices hold (rows of U, and the trailing matrix up to date with all panels so far), and the
     * pivots. Takes a little longer than a run through, as look-ahead begins anew. Collective over the map's ranks.
     *
     * @param from        first panel; all before it have been applied, by this factorization
     * @param to          panel behind the last one
     * @param columnsDone hears after each panel step how many columns are factored
     * @return 1 + the first column with a zero pivot so far, or 0
     */
    public int run(int from, int to, IntConsumer columnsDone) {
        begin(from, to, columnsDone);
        steps.run(this::act);
        trailing.settle();
        return panels.zeroPivot();
    }

    /**
     * Applies panels to all columns behind them until the factorization is told to stop, or is complete. Afterwards no panel is ahead, as
     * after {@link #run(int, int, IntConsumer)}. Collective over the map's ranks.
     *
     * @param from        first panel; all before it have been applied, by this factorization
     * @param stop        tells when to stop; asked after each step; panels that are ahead then are still applied
     * @param columnsDone hears after each panel step how many columns are factored
     * @return the panel before which the factorization has stopped; the number of panels where it is complete
     */
    public int runUntil(int from, StopSignal stop, IntConsumer columnsDone) {
        begin(from, panelCount, columnsDone);
        steps.start(this::act);
        int to = panelCount;
        for (int k = from; k < to; k++) {
            steps.run(k, k + 1, this::act);
            if (to == panelCount && k + 1 + panels.depth() < to && stop.stops(k)) {
                to = k + 1 + panels.depth();
                steps = new PanelSteps(from, to, panels.depth());
            }
        }
        trailing.settle();
        return to;
    }

    private void begin(int from, int to, IntConsumer columnsDone) {
        steps = new PanelSteps(from, to, panels.depth());
        if (from == 0) {
            work.flip.begin();
        }
        panels.begin(from);
        team.all();
        listener.start(columnsDone);
    }

    /** Returns the look-ahead depth: the number of panels that are factored ahead of the one being applied. */
    int depth() {
        return panels.depth();
    }

    /** Returns the operations that go on in the background while this rank factors; further ones may be added. */
    public ProgressLoop progress() {
        return work.progress;
    }

    /** Returns 1 + the first column with a zero pivot, among the panels applied so far; 0 where no pivot was zero. */
    public int zeroPivot() {
        return panels.zeroPivot();
    }

    /**
     * Takes over the state of a factorization that has stopped, perhaps in another process: the local matrices hold its rows of U and its
     * trailing matrix. {@link #run(int, int, IntConsumer)} goes on from the panel before which it stopped.
     *
     * @param pivots    global row that was swapped with row i, for the rows that were factored
     * @param zeroPivot 1 + the first column with a zero pivot, or 0
     */
    public void resume(int[] pivots, int zeroPivot) {
        panels.resume(pivots, zeroPivot);
    }

    /**
     * Takes over the state of a factorization in this process that has stopped, and that had the same communicators and the same learner.
     * What was learnt so far stays. Otherwise as {@link #resume}.
     *
     * @param panels number of panels that it has applied
     */
    public void takeOver(LuFactorization stopped, int panels) {
        this.panels.takeOver(Arrays.copyOf(stopped.pivots(), Math.min(work.map.n(), panels * work.map.nb())), stopped.zeroPivot());
    }

    private void act(PanelSteps.Act act, int j, int k) {
        switch (act) {
            case FACTOR -> ahead.factor(j);
            case BROADCAST -> ahead.broadcast(j);
            case RECEIVE -> receive(k);
            case RECEIVE_AHEAD -> ahead.receive(j, k);
            case PREPARE -> prepare(j, k);
            case SWAP_AHEAD -> ahead.swap(j, k);
            case UPDATE_AHEAD -> ahead.update(j, k);
            case START_TRAILING -> trailing.start(k, j, steps.looksAhead(k));
            case SWAP_TRAILING -> trailing.swapInBackground();
            case UPDATE_TRAILING -> update(j, k);
            case END -> end(k);
        }
    }

    private void receive(int k) {
        long clock = learner.clock();
        panels.receive(k);
        learner.waited(k, clock);
    }

    private void prepare(int j, int k) {
        trailing.prepare(k, steps.looksAhead(k) ? k + steps.depth() : j);
        work.flip.prepared(k, panels.panel(k));
    }

    private void update(int j, int k) {
        trailing.finish(k);
        work.flip.updated(k, j);
    }

    private void end(int k) {
        learner.finished(k, trailing.exposedNanos());
        listener.finished(k);
        panels.rotate(k);
    }

    /**
     * Returns the row swaps of the factorization: element i is the global number of the row with which row i changed places, for i = 0..N-1
     * in this order; equal on all ranks. Valid after {@link #run}.
     */
    @Override
    public int[] pivots() {
        return panels.pivots();
    }

    /** Looks at panels between two calls of {@link #run}, when none is ahead: the next call begins anew with all panels' memory. */
    @Override
    public boolean hasDamagedCopy(int since, int upTo) {
        for (int k = Math.max(since, upTo - 1 - panels.depth()); k < upTo; k++) {
            Panel panel = panels.panel(k);
            panel.assign(k);
            if (panel.isDamaged() || work.update.isDamaged(panel, panels.slot(k))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the share, 0..1, of the trailing update's work that the rank's workers computed beside its device. Valid after {@link #run}.
     */
    public double hostShare() {
        return trailing.hostShare();
    }

    /**
     * Returns the seconds for which the rank waited for panels on their way to its device, and for columns moving between host and device.
     */
    public double transferSeconds() {
        return trailing.transferSeconds();
    }

    /**
     * Returns which broadcast and row swap each panel really took, and which other ones the run tried and to what effect, as the numbers of
     * {@link StepLearner#report}; {@link StepLearner#done} reads them. Every number is negative infinity on a rank that had no part in the
     * run, so that the maximum over all ranks is the report of the run.
     */
    public double[] steps() {
        return learner.report();
    }

    /** Frees the communicators; nothing can be factored afterwards. Collective over all ranks of the case, also those that own no cell. */
    public void free() {
        communicators.free();
    }
}
