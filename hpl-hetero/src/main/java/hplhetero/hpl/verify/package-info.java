/**
 * The residual check, which generates A and b again.
 *
 * <p>Owns: the norms and the scaled residual. Must not know: the factorization.
 *
 * <p>Start reading at {@link hplhetero.hpl.verify.ResidualCheck}.
 */
package hplhetero.hpl.verify;
