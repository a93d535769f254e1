/**
 * Tells a waiting person what goes on and how long it will take: a bar on a terminal, lines elsewhere.
 *
 * <p>Owns: what is shown and how often. Must not know: ranks, reports. Working threads only leave words and numbers here; a thread of the
 * monitor, which sleeps in between, writes them.
 *
 * <p>Start reading at {@link hplhetero.run.progress.ProgressMonitor}.
 */
package hplhetero.run.progress;
