/**
 * Measurements that are not part of the product: ours against others' programs, and kernels alone.
 *
 * <p>Owns: how others are run and their output read. Nothing depends on it. Every comparison alternates
 * the contenders and gives ratios within one round, because a machine's mood changes between minutes.
 *
 * <p>Start reading at {@link hplhetero.bench.Compare}; for clusters of unlike ranks at {@link hplhetero.bench.Hetero}.
 */
package hplhetero.bench;
