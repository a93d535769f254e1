/**
 * The provider {@code native}: any library with the CBLAS interface, called through java.lang.foreign;
 * without a name, the OpenBLAS that travels on the class path.
 *
 * <p>Owns: unpacking, the CBLAS calls, and the calls of what the bundled OpenBLAS's dgemm is made of.
 * Must not know: other providers, but for the triangular solve of the vector kernels, which is faster than
 * a library's. No handle or address of the library leaves the package.
 *
 * <p>Start reading at {@link hplhetero.blas.host.nativeblas.NativeProvider}.
 */
package hplhetero.blas.host.nativeblas;
