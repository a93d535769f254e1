package hplhetero.hpl.choose;

/**
 * The rules of when choices are tried within a run, and when one is taken. Reasons: docs/decisions/0038.
 *
 * @param leastWindow    least number of panels of a trial; it is rounded up to a multiple of the process columns, so that each column owns
 *                       equally many of the panels
 * @param mostTriedShare share of all panels, 0..1, that all trials of a run together may take
 * @param payingWindows  panels that a trial must leave behind its verdict to pay, as a multiple of the trial's panels
 * @param leastTellers   least number of ranks whose measurements make a verdict; between the bounds it is the larger of the numbers of
 *                       process rows and columns
 * @param mostTellers    largest number of ranks whose measurements make a verdict
 * @param leastGain      share of a step by which waiting must become less
 * @param standardErrors multiple of the standard error of the mean over these ranks by which waiting must become less
 */
record LearningRules(int leastWindow, double mostTriedShare, int payingWindows, int leastTellers, int mostTellers,
                     double leastGain, double standardErrors) {
    static final LearningRules USUAL = new LearningRules(4, 0.04, 4, 3, 8, 0.01, 2);

    /** Returns the number of panels of a trial on {@code columns} process columns. */
    int window(int columns) {
        return (leastWindow + columns - 1) / columns * columns;
    }
}
