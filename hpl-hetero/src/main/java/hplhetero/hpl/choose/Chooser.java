package hplhetero.hpl.choose;

/** Decides what panels to come take: on every rank for itself, by what all ranks have heard, so that all decide alike. */
@FunctionalInterface
interface Chooser {

    /**
     * Panel j has come, after panel j - 1. Changes what the table has from the {@code look-ahead + 1}-th panel behind it on: no rank has
     * begun with those. Allocates nothing.
     *
     * @param word  what one rank of those that factored it had measured, see {@link ExposedWaiting#word}; the same on all ranks
     * @param table the same on all ranks
     */
    void heard(int j, long word, StepTable table);
}
