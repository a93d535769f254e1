/**
 * The trailing update of a rank, cut into tasks. Must not know: messages, threads.
 * Start reading at {@link hplhetero.hpl.update.TrailingUpdate}.
 */
package hplhetero.hpl.update;
