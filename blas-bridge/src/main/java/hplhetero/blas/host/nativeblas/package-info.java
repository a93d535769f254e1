/**
 * The provider {@code native}: any library with the CBLAS interface, called through java.lang.foreign. Where the user names no library,
 * this is the OpenBLAS on the class path.
 *
 * <p>This package owns the unpacking of OpenBLAS, the CBLAS calls, and the calls of the parts of the bundled OpenBLAS's dgemm. It must not
 * know other providers, except for the triangular solve of the vector kernels, which is faster than a library's. No handle or address of
 * the library leaves the package.
 *
 * <p>Start reading at {@link hplhetero.blas.host.nativeblas.NativeProvider}.
 */
package hplhetero.blas.host.nativeblas;
