/**
 * The process environment as a native library sees it, and the user's folders.
 *
 * <p>Owns: the variables that BLAS libraries read when they are loaded; where measurements, unpacked files and results are kept, and
 * whose turn it is to make them. Must not know: which library it is.
 *
 * <p>Start reading at {@link hplhetero.blas.environment.EnvironmentGuard}.
 */
package hplhetero.blas.environment;
