/**
 * The provider {@code netlib}: netlib-java, which calls the system's libblas through JNI, or its own Java
 * kernels where there is none.
 *
 * <p>Owns: the copies between our off-heap matrices and the {@code double[]} that netlib-java takes. Must
 * not know: other providers.
 *
 * <p>Start reading at {@link hplhetero.blas.host.netlibjava.NetlibProvider}.
 */
package hplhetero.blas.host.netlibjava;
