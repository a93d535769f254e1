/**
 * A panel on its way: the message that carries it along a process row, and its place in each rank.
 * Must not know: how it is factored or used. Start reading at {@link hplhetero.hpl.panel.Panel}.
 */
package hplhetero.hpl.panel;
