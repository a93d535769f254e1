/**
 * What rank 0 does in {@code hpl run}: it sizes, plans, runs and reports the tests.
 *
 * <p>Owns: the order of a sweep, who hears of it, and how tests are brought into memory. Must not know: the command line's library;
 * how a report is written.
 *
 * <p>Start reading at {@link hplhetero.run.sweep.RunCoordinator}.
 */
package hplhetero.run.sweep;
