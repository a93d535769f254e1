/**
 * The part of rank 0 in {@code hpl run}: it sizes, plans, runs and reports the tests.
 *
 * <p>Owns: the order of a sweep, who hears of it, and how tests are fitted into memory. Must not know: the command line's library, or how a
 * report is written.
 *
 * <p>Start reading at {@link hplhetero.run.sweep.RunCoordinator}.
 */
package hplhetero.run.sweep;
