/**
 * Kernels that take a multiple of their time, so that one machine can stand for a cluster of unlike nodes.
 *
 * <p>Owns: the slowing and its bookkeeping. Must not know: which provider it slows, ranks, reports. Who uses it must
 * say so wherever results are shown: they are not the machine's.
 *
 * <p>Start reading at {@link hplhetero.blas.slowed.SlowedKernels}.
 */
package hplhetero.blas.slowed;
