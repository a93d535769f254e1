/**
 * The choice between the providers of kernels: by name, or by a benchmark of the trailing update in wall time, whose outcome is kept. A
 * device is compared with the cores of a rank.
 *
 * <p>This package owns the benchmark, its record in the cache, and the measured peak. It must not know the inside of a provider, or ranks.
 *
 * <p>Start reading at {@link hplhetero.blas.select.Blas}. The benchmark of the host's providers is {@code SelectionRun} and
 * {@code UpdateBenchmark}, that of devices {@code DeviceSelection} and {@code DeviceRate}.
 */
package hplhetero.blas.select;
