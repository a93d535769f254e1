package hplhetero.hpl.lu;

import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.choose.StepLearner;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.panel.Panel;
import hplhetero.hpl.panel.PanelWatch;
import hplhetero.hpl.swap.RowPermutation;

/**
 * The panels in use at once: those on their way and the one being applied. With s slots, panel k has slot k mod s. Owner: the rank's
 * thread.
 */
final class PanelRing {
    private final BlockMap map;
    private final Panel[] panels;
    private final RowPermutation[] permutations;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final StepLearner learner;
    /** Global row swapped with row i, indexed by i, for the rows of the panels received. */
    private final int[] pivots;
    private int zeroPivot;
    private int first;

    PanelRing(BlockMap map, Panel[] panels, ProgressLoop progress, StepListener listener, StepLearner learner) {
        this.map = map;
        this.panels = panels;
        this.progress = progress;
        this.listener = listener;
        this.learner = learner;
        permutations = new RowPermutation[panels.length];
        for (int slot = 0; slot < panels.length; slot++) {
            permutations[slot] = new RowPermutation(map.nb());
        }
        pivots = new int[map.n()];
    }

    /** Sets who decides which panels carry a CRC of their elements, and hears how they arrive. */
    void watch(PanelWatch watch) {
        for (Panel panel : panels) {
            panel.watch(watch);
        }
    }

    /**
     * Begins with a panel, and a new factorization with panel 0: it and the panels behind it take the slots.
     *
     * @param from number of the panel; all before it have been applied
     */
    void begin(int from) {
        first = from;
        if (from == 0) {
            zeroPivot = 0;
            learner.start();
        }
        for (int k = from; k < from + panels.length; k++) {
            assign(k);
        }
    }

    /**
     * Takes over what was known when a factorization stopped, in place of its earlier steps.
     *
     * @param swapped global row that was swapped with row i, for the rows that were factored
     * @param zero    1 + the first column with a zero pivot, or 0
     */
    void resume(int[] swapped, int zero) {
        learner.start();
        takeOver(swapped, zero);
    }

    /** Takes over what was known when a factorization stopped that had the same learner; otherwise as {@link #resume}. */
    void takeOver(int[] swapped, int zero) {
        zeroPivot = zero;
        System.arraycopy(swapped, 0, pivots, 0, swapped.length);
    }

    /** Returns the panel with which the present steps have begun: it is factored from where the matrix stores its columns. */
    int first() {
        return first;
    }

    /** Takes the slot of panel {@code k}, which has been applied, and gives it to the next panel that has no slot. */
    void rotate(int k) {
        assign(k + panels.length);
    }

    private void assign(int k) {
        if (k < map.panels()) {
            panel(k).assign(k);
        }
    }

    /** Returns the number of panels ahead of the one being applied. */
    int depth() {
        return panels.length - 1;
    }

    /** Returns the number of the slot that panel {@code k} has, 0 .. number of slots - 1. */
    int slot(int k) {
        return k % panels.length;
    }

    /** Returns panel {@code k}, which must have a slot. */
    Panel panel(int k) {
        return panels[slot(k)];
    }

    /** Returns the row permutation of panel {@code k}, which must have been received. */
    RowPermutation permutation(int k) {
        return permutations[slot(k)];
    }

    /** Waits for panel {@code k}, and takes in its pivots and piggybacked word. */
    void receive(int k) {
        Panel panel = panel(k);
        listener.waitsForPanel(k);
        progress.until(panel);
        if (zeroPivot == 0) {
            zeroPivot = panel.zeroPivot();
        }
        System.arraycopy(panel.ipiv(), 0, pivots, k * map.nb(), panel.width());
        permutation(k).set(k * map.nb(), panel.ipiv(), panel.width());
        learner.hear(k, panel.word());
    }

    /** Returns 1 + the first column of the matrix whose pivot is zero, among the panels received so far; 0 where no pivot was zero. */
    int zeroPivot() {
        return zeroPivot;
    }

    /** Returns the global row that was swapped with row i, for i = 0..N-1 in this order. */
    int[] pivots() {
        return pivots.clone();
    }
}
