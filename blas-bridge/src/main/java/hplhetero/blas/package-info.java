/**
 * Dense kernels on off-heap matrices: the BLAS calls HPL needs, from several providers, and the choice
 * between them.
 *
 * <p>Owns: {@link hplhetero.blas.MatrixRef}, the kernel contract, the providers, the contest. Must not
 * know: ranks, messages, grids, files of HPL. A provider is found through {@link java.util.ServiceLoader}.
 *
 * <p>Start reading at {@link hplhetero.blas.DenseKernels}, the contract, and {@link hplhetero.blas.Blas}, the
 * choice. A provider checks its arguments with {@link hplhetero.blas.Shapes} and, if it keeps no packed panel,
 * updates with {@link hplhetero.blas.PlainPanelUpdate}. The contest is {@code ContestRunner} and {@code Race}.
 */
package hplhetero.blas;
