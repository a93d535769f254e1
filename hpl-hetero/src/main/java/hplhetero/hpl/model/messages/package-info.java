/**
 * What the collectives of a run send, read from what their algorithms describe, in the form in which a replay needs it.
 *
 * <p>Owns: reading descriptions, and remembering what was read. Must not know: clocks, links, what a message takes, which algorithm it
 * reads.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.messages.RunMessages}, then {@link hplhetero.hpl.model.messages.PanelDelivery}.
 */
package hplhetero.hpl.model.messages;
