/**
 * The residual check, by making A and b anew. Must not know: the factorization. Start reading at
 * {@link hplhetero.hpl.verify.ResidualCheck}.
 */
package hplhetero.hpl.verify;
