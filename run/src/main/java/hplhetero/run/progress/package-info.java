/**
 * Tells a waiting person what goes on and how long it will take: a bar on a terminal, lines elsewhere.
 *
 * <p>Owns: what is shown and how often. Must not know: ranks, reports. Who works only leaves words and
 * numbers here; a thread of our own, which sleeps in between, writes them.
 *
 * <p>Start reading at {@link hplhetero.run.progress.ProgressMonitor}.
 */
package hplhetero.run.progress;
