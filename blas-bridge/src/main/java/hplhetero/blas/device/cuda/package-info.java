/**
 * Devices through their vendor's libraries: cuBLAS and the CUDA runtime of Nvidia, or rocBLAS and HIP of AMD, whose functions differ only
 * in their names.
 *
 * <p>This package owns the binding of both vendors' libraries, and programs of ours: in PTX for Nvidia, in HIP for AMD.
 * It must not know what work is submitted, or why.
 *
 * <p>Start reading at {@link hplhetero.blas.device.cuda.Gpu}, then {@link hplhetero.blas.device.cuda.DeviceLibrary} and
 * {@link hplhetero.blas.device.cuda.DeviceBlas}.
 */
package hplhetero.blas.device.cuda;
