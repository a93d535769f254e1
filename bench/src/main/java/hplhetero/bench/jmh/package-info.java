/**
 * What the hot parts cost alone, measured with JMH: one class a question, started by {@code bench/jmh}.
 *
 * <p>Owns: the work that is measured, and the check of its answer before it is. Must not know: whole programs. Sizes are parameters,
 * so that a test runs each benchmark once with small ones. Start reading at
 * {@link hplhetero.bench.jmh.TrailingUpdateBenchmark}.
 */
package hplhetero.bench.jmh;
