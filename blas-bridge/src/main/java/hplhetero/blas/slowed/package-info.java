/**
 * Kernels that take a multiple of their time, so that one machine can stand for a cluster of unlike nodes.
 *
 * <p>This package owns the slowing and its bookkeeping. It must not know which provider it slows, ranks, or reports. Its users must say
 * that kernels were slowed wherever results are shown, because the results are not the machine's.
 *
 * <p>Start reading at {@link hplhetero.blas.slowed.SlowedKernels}.
 */
package hplhetero.blas.slowed;
