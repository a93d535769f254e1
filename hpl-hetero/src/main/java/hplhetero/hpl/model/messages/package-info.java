/**
 * The messages that the collectives of a run send, read from what their algorithms describe, in the form in which a replay needs them.
 *
 * <p>This package owns the reading of descriptions, and remembers what it has read. It must not know clocks, links, what a message takes,
 * nor which algorithm it reads.
 *
 * <p>Start reading at {@link hplhetero.hpl.model.messages.RunMessages}, then {@link hplhetero.hpl.model.messages.PanelDelivery}.
 */
package hplhetero.hpl.model.messages;
