/**
 * The trailing update of a rank: its tasks, and the workers that take them. Must not know: messages.
 * Start reading at {@link hplhetero.hpl.update.TrailingUpdate}.
 */
package hplhetero.hpl.update;
