/**
 * What is asked: the values of a sweep, each of its tests, their variants and maps of blocks.
 *
 * <p>Owns: these records and what is refused of them. Must not know: how a case is solved, what came out.
 *
 * <p>Start reading at {@link hplhetero.hpl.problem.HplCase}.
 */
package hplhetero.hpl.problem;
