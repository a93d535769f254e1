/**
 * The provider {@code reference}: plain loops, the oracle against which the other providers are tested.
 *
 * <p>This package owns the loops. It must not know other providers, and speed is not its concern. Every element is summed in the order of
 * the inner index, without fused multiply-add, so results are reproducible bit for bit on every machine.
 *
 * <p>Start reading at {@link hplhetero.blas.host.reference.ReferenceProvider}.
 */
package hplhetero.blas.host.reference;
