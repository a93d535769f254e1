package hplhetero.hpl.choose;

/**
 * When choices are tried within a run, and when one is taken. Reasons: docs/decisions/0038.
 *
 * @param leastWindow     panels of a trial, at least; it is a multiple of the process columns, so that each is a panel's owner as often
 * @param mostTriedShare  of all panels, for all trials of a run together
 * @param payingWindows   a trial must leave so many times its panels behind its verdict, else it cannot pay
 * @param leastTellers    measurements of ranks that make a verdict, at least; as many as there are process rows or columns ...
 * @param mostTellers     ... and at most
 * @param leastGain       share of a step, by which waiting must be less
 * @param standardErrors  of the mean over these ranks, by which it must be less
 */
record LearningRules(int leastWindow, double mostTriedShare, int payingWindows, int leastTellers, int mostTellers,
                     double leastGain, double standardErrors) {
    static final LearningRules USUAL = new LearningRules(4, 0.04, 4, 3, 8, 0.01, 2);

    /** Panels of a trial. */
    int window(int columns) {
        return (leastWindow + columns - 1) / columns * columns;
    }
}
