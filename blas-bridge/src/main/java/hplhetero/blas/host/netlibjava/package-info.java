/**
 * The provider {@code netlib}: netlib-java, which calls the system's libblas through JNI, or its own Java kernels where there is none.
 *
 * <p>This package owns the copies between off-heap matrices and the {@code double[]} that netlib-java takes. It must not know other
 * providers.
 *
 * <p>Start reading at {@link hplhetero.blas.host.netlibjava.NetlibProvider}.
 */
package hplhetero.blas.host.netlibjava;
