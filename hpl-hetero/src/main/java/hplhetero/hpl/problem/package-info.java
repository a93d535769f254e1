/**
 * What is asked: one test of netlib's sweep, its variants, its map of blocks.
 *
 * <p>Owns: these records and what is refused of them. Must not know: how a case is solved, what came out.
 *
 * <p>Start reading at {@link hplhetero.hpl.problem.HplCase}.
 */
package hplhetero.hpl.problem;
