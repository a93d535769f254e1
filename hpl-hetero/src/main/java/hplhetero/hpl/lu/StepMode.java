package hplhetero.hpl.lu;

/**
 * The way in which the ranks of a case do a panel step, agreed upon before the clock starts and equal on all ranks.
 *
 * @param multiThreaded whether some rank has several workers: the ranks' own threads then swap rows before the next panel, else rows are
 *                      swapped in the background after it (docs/decisions/0021)
 * @param sendPacked    whether panels are packed before they are sent, see {@link hplhetero.hpl.panel.Panel}
 * @param devicePanels  whether devices of some ranks factor panels: hosts that share a panel with devices then go through its columns in
 *                      the devices' order, since rows that are traded must be up to date alike
 */
public record StepMode(boolean multiThreaded, boolean sendPacked, boolean devicePanels) {
}
