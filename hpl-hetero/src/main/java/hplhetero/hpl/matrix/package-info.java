/**
 * A rank's part of [A | b] in memory, and netlib's generator.
 *
 * <p>Owns: the row-major layout and its leading dimension, every bit of A and b. Must not know: messages, kernels.
 *
 * <p>Start reading at {@link hplhetero.hpl.matrix.LocalMatrix}.
 */
package hplhetero.hpl.matrix;
