/**
 * The choice between the providers of kernels: by name, or by a benchmark of the trailing update, in wall time, whose outcome is kept.
 * A device is compared with the cores that a rank has.
 *
 * <p>Owns: the benchmark, its record in the cache, the measured peak. Must not know: what is inside a provider, ranks.
 *
 * <p>Start reading at {@link hplhetero.blas.select.Blas}; the benchmark is {@code SelectionRun} and {@code UpdateBenchmark}, of devices
 * {@code DeviceSelection} and {@code DeviceRate}.
 */
package hplhetero.blas.select;
