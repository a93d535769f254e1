/**
 * Dense kernels on matrices outside the heap: the contracts of the BLAS calls that HPL needs.
 *
 * <p>This package owns {@link hplhetero.blas.MatrixRef}, the kernels' contract, and the memory of matrices on the host. It must not know
 * ranks, messages, grids, files of HPL, or any provider. A provider is found through {@link java.util.ServiceLoader}.
 *
 * <p>The host calls a kernel, and the kernel's work is done when the call returns. The trailing update is different so that a device can
 * compute it: the host submits the update and polls for its completion ({@link hplhetero.blas.Completion}), and names the update's matrix
 * by a {@link hplhetero.blas.MatrixHandle}.
 *
 * <p>Start reading at {@link hplhetero.blas.DenseKernels}, then {@link hplhetero.blas.PanelUpdate}. A provider checks its arguments with
 * {@link hplhetero.blas.ArgumentChecks}.
 */
package hplhetero.blas;
