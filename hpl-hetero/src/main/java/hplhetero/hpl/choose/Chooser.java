package hplhetero.hpl.choose;

/**
 * The rule that decides which broadcast and row swap coming panels take. Every rank decides for itself, by what all ranks have heard, so
 * that all ranks decide alike.
 */
@FunctionalInterface
interface Chooser {

    /**
     * Hears that panel {@code j} has come, and with it the word of one of the ranks that factored it. Called once for each panel, in the
     * order of the panels. May change what the table has for the panels that no rank has begun with: those from j + look-ahead depth + 1
     * on. Allocates nothing.
     *
     * @param j     number of the panel
     * @param word  what one of the ranks that factored the panel had measured, see {@link ExposedWaiting#word}; equal on all ranks
     * @param table what each panel takes, equal on all ranks
     */
    void heard(int j, long word, StepTable table);
}
