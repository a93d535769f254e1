/**
 * Devices by OpenCL 1.2, through Aparapi, which translates a kernel's bytecode.
 *
 * <p>Owns: the kernel, the device's memory as one array, the thread that gives the device its work. Must not know: what is submitted and
 * why.
 *
 * <p>Start reading at {@link hplhetero.blas.device.opencl.DeviceThread}, then {@link hplhetero.blas.device.opencl.UpdateKernel}.
 */
package hplhetero.blas.device.opencl;
