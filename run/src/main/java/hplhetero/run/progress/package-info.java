/**
 * Tells a waiting person how far a solve is: a bar on a terminal, lines elsewhere.
 *
 * <p>Owns: what is shown and how often. Must not know: ranks, reports. The solving thread only leaves
 * numbers here; a thread of our own, which sleeps in between, writes them.
 *
 * <p>Start reading at {@link hplhetero.run.progress.ProgressMonitor}.
 */
package hplhetero.run.progress;
