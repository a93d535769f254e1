/**
 * The worker threads of a rank. Owns: their life, and who takes which task. Must not know: what a task does.
 * Start reading at {@link hplhetero.hpl.workers.WorkerPool}.
 */
package hplhetero.hpl.workers;
