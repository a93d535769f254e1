/**
 * High-Performance Linpack: the records of a case and its result, and the solver.
 *
 * <p>Owns: the virtual grid and block map, the LU factorization with look-ahead, back substitution and
 * the residual check. Must not know: a transport, a BLAS provider, a file format, a command line.
 *
 * <p>Start reading at {@link hplhetero.hpl.HplCase}, then {@link hplhetero.hpl.HplSolver}.
 */
package hplhetero.hpl;
