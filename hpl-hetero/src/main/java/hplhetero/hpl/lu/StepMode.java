package hplhetero.hpl.lu;

/**
 * How the ranks of a case do a panel step, agreed upon before: the same on all of them.
 *
 * @param multiThreaded whether some rank has several workers: rows are then swapped by the ranks' own threads before the next panel,
 *                      else in the background after it (docs/decisions/0021)
 * @param sendPacked    whether panels are packed before they are sent, see {@link hplhetero.hpl.panel.Panel}
 */
public record StepMode(boolean multiThreaded, boolean sendPacked) {
}
