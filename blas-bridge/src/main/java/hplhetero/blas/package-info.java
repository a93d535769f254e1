/**
 * Dense kernels on off-heap matrices: the BLAS calls HPL needs, from several providers, and the choice
 * between them.
 *
 * <p>Owns: {@link hplhetero.blas.MatrixRef}, the kernel contract, the providers, the contest. Must not
 * know: ranks, messages, grids, files of HPL. A provider is found through {@link java.util.ServiceLoader}.
 *
 * <p>Start reading at {@link hplhetero.blas.DenseKernels}.
 */
package hplhetero.blas;
