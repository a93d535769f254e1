/**
 * Devices through OpenCL 1.2, by means of Aparapi, which translates a kernel's bytecode.
 *
 * <p>This package owns the kernel, the device's memory as one array, and the thread that gives the device its work. It must not know what
 * work is submitted, or why.
 *
 * <p>Start reading at {@link hplhetero.blas.device.opencl.DeviceThread}, then {@link hplhetero.blas.device.opencl.UpdateKernel}.
 */
package hplhetero.blas.device.opencl;
