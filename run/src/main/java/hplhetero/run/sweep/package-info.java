/**
 * What rank 0 does in {@code hpl run}: it sizes, plans, runs and reports the tests.
 *
 * <p>Owns: the order of a sweep, and how tests are brought into memory. Must not know: the command line's library.
 *
 * <p>Start reading at {@link hplhetero.run.sweep.RunCoordinator}.
 */
package hplhetero.run.sweep;
