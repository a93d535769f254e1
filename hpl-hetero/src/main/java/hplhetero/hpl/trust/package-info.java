/**
 * The tests of a factorization while it runs: checksums that are carried along with the matrix, and what they tell of an error.
 *
 * <p>Owns: which sums are carried where, the tolerance of rounding errors, when a test is due, whose error a mismatch is, and how a single
 * wrong element is put right. Must not know: the order of the panel steps.
 *
 * <p>Start reading at {@link hplhetero.hpl.trust.StepVerifier}; docs/trust.md has the formulas.
 */
package hplhetero.hpl.trust;
