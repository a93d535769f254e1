/**
 * The residual check, by making A and b anew.
 *
 * <p>Owns: the norms and the scaled residual. Must not know: the factorization.
 *
 * <p>Start reading at {@link hplhetero.hpl.verify.ResidualCheck}.
 */
package hplhetero.hpl.verify;
