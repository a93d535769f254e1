/**
 * The kernels in plain Java on the Vector API: no native library, any vector width.
 *
 * <p>Owns: the micro-kernel and everything built from it, a triangular solve for providers that keep U as rows
 * included. Must not know: other providers. Every element of every result is one chain of fused multiply-adds in
 * ascending k, whatever tile it falls into, so results do not depend on how rows and columns are cut between tasks
 * or ranks.
 *
 * <p>Start reading at {@link hplhetero.blas.host.vector.MicroKernel}.
 */
package hplhetero.blas.host.vector;
