/**
 * What a user asks for: the values of a sweep, each of its tests, their variants and maps of blocks.
 *
 * <p>Owns: the records of sweeps and tests, and the checks of their values. Must not know: how a case is solved, and what came out.
 *
 * <p>Start reading at {@link hplhetero.hpl.problem.HplCase}.
 */
package hplhetero.hpl.problem;
