/**
 * The process environment as a native library sees it, and the user's folders.
 *
 * <p>This package owns the handling of the variables that BLAS libraries read when they are loaded. It also owns the places where
 * measurements, unpacked files and results are kept, and the lock that decides which process makes them. It must not know which library is
 * used.
 *
 * <p>Start reading at {@link hplhetero.blas.environment.EnvironmentGuard}.
 */
package hplhetero.blas.environment;
