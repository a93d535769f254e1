package hplhetero.results.burnin;

import java.time.Instant;

/**
 * A run of HPL on one host alone.
 *
 * @param start   when its clock started
 * @param n       order of the matrix
 * @param seconds seconds of the factorization and the solution
 * @param gflops  rate, in 10^9 operations a second
 * @param passed  whether the residual was small enough
 * @param faults  wrong values that were found in the matrix or in panels while the run went on
 * @param health  how the host was meanwhile
 */
public record HostRun(Instant start, int n, double seconds, double gflops, boolean passed, int faults, HostHealth health) {
}
