/**
 * Benchmarks of the hot parts alone, measured with JMH: one class for each question, started by {@code bench/jmh}.
 *
 * <p>This package owns the work that is measured, and the check of its answer before measuring. It must not know whole programs. Sizes are
 * parameters, so that a test runs each benchmark once with small ones.
 *
 * <p>Start reading at {@link hplhetero.bench.jmh.TrailingUpdateBenchmark}.
 */
package hplhetero.bench.jmh;
