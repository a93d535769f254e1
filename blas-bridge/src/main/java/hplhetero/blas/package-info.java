/**
 * Dense kernels on off-heap matrices: the contracts of the BLAS calls HPL needs.
 *
 * <p>Owns: {@link hplhetero.blas.MatrixRef}, the kernels' contract, the memory of matrices. Must not
 * know: ranks, messages, grids, files of HPL, any provider. A provider is found through {@link java.util.ServiceLoader}.
 *
 * <p>Start reading at {@link hplhetero.blas.DenseKernels}, then {@link hplhetero.blas.PanelUpdate}. A provider checks its
 * arguments with {@link hplhetero.blas.Shapes}.
 */
package hplhetero.blas;
