/**
 * The part of [A | b] that a rank holds in memory, and netlib's generator.
 *
 * <p>Owns: the row-major layout and its leading dimension, and every bit of A and b. Must not know: messages; what kernels compute.
 *
 * <p>Start reading at {@link hplhetero.hpl.matrix.LocalMatrix}.
 */
package hplhetero.hpl.matrix;
