/**
 * A rank's part of [A | b] in memory, and netlib's generator. Must not know: messages, kernels.
 * Start reading at {@link hplhetero.hpl.matrix.LocalMatrix}.
 */
package hplhetero.hpl.matrix;
