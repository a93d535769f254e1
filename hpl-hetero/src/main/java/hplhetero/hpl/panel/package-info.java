/**
 * A panel on its way: the message that carries it along a process row, and where it lies on each rank.
 *
 * <p>Owns: what a panel consists of, and the layout of its message. Must not know: how a panel is factored and applied.
 *
 * <p>Start reading at {@link hplhetero.hpl.panel.Panel}.
 */
package hplhetero.hpl.panel;
