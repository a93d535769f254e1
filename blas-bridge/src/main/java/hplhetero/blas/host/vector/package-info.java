/**
 * The kernels in plain Java on the Vector API: no native library, any vector width.
 *
 * <p>This package owns the micro-kernel and everything built from it, including a triangular solve for providers that keep U as rows. It
 * must not know other providers. Each element of a product is summed by fused multiply-adds in an order that depends on the inner dimension
 * alone, whatever tile the element falls into. So results do not depend on how rows and columns are cut between tasks or ranks.
 *
 * <p>Start reading at {@link hplhetero.blas.host.vector.MicroKernel}.
 */
package hplhetero.blas.host.vector;
