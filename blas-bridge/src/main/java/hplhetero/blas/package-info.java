/**
 * Dense kernels on matrices outside the heap: the contracts of the BLAS calls HPL needs.
 *
 * <p>Owns: {@link hplhetero.blas.MatrixRef}, the kernels' contract, the memory of matrices on the host. Must not
 * know: ranks, messages, grids, files of HPL, any provider. A provider is found through {@link java.util.ServiceLoader}.
 *
 * <p>Kernels are called by the host and done when the call returns, but for the trailing update: that is submitted and polled for
 * ({@link hplhetero.blas.Completion}), and its matrix named by a {@link hplhetero.blas.MatrixHandle}, so that a device can do it.
 *
 * <p>Start reading at {@link hplhetero.blas.DenseKernels}, then {@link hplhetero.blas.PanelUpdate}. A provider checks its
 * arguments with {@link hplhetero.blas.Shapes}.
 */
package hplhetero.blas;
