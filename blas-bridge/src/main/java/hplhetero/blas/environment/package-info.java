/**
 * The process environment as a native library sees it, and the user's cache folder.
 *
 * <p>Owns: the variables that BLAS libraries read when they are loaded; where measurements and unpacked files are kept. Must not
 * know: which library it is.
 *
 * <p>Start reading at {@link hplhetero.blas.environment.EnvironmentGuard}.
 */
package hplhetero.blas.environment;
