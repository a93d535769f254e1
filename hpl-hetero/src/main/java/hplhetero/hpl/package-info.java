/**
 * High-Performance Linpack: the solver of a case on the ranks of a world.
 *
 * <p>Owns: the order of a solve, from memory and warm-up to the residual. Must not know: a transport, a BLAS provider, a file format, a
 * command line, plans.
 *
 * <p>Start reading at {@link hplhetero.hpl.HplSolver}; the factorization is in {@link hplhetero.hpl.lu.LuFactorization}.
 */
package hplhetero.hpl;
