/**
 * The process environment as a native library sees it.
 *
 * <p>Owns: the variables that BLAS libraries read when they are loaded. Must not know: which library it is.
 *
 * <p>Start reading at {@link hplhetero.blas.environment.EnvironmentGuard}.
 */
package hplhetero.blas.environment;
