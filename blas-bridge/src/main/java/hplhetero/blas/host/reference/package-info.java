/**
 * The provider {@code reference}: plain loops, the oracle against which the others are tested.
 *
 * <p>Owns: the loops. Must not know: other providers, speed. Every element is summed in the order of the
 * inner index, without fused multiply-add, so results are reproducible bit for bit on every machine.
 *
 * <p>Start reading at {@link hplhetero.blas.host.reference.ReferenceProvider}.
 */
package hplhetero.blas.host.reference;
