/**
 * The worker threads of a rank.
 *
 * <p>Owns: the life of the threads, and who takes which task. Must not know: what a task does.
 *
 * <p>Start reading at {@link hplhetero.hpl.workers.WorkerPool}.
 */
package hplhetero.hpl.workers;
