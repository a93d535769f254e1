/**
 * The worker threads of a rank.
 *
 * <p>Owns: the life of the threads, who takes which task of a batch, and how a team shares work of microseconds. Must not
 * know: what a task does.
 *
 * <p>Start reading at {@link hplhetero.hpl.workers.WorkerPool}.
 */
package hplhetero.hpl.workers;
