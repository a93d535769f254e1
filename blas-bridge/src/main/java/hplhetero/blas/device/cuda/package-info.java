/**
 * Devices by their vendor's libraries: cuBLAS and the CUDA runtime of Nvidia, or rocBLAS and HIP of AMD, whose functions differ in their
 * names alone.
 *
 * <p>Owns: the binding of both libraries. Must not know: what is submitted and why.
 *
 * <p>Start reading at {@link hplhetero.blas.device.cuda.Gpu}, then {@link hplhetero.blas.device.cuda.DeviceLibrary}.
 */
package hplhetero.blas.device.cuda;
