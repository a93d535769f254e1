/**
 * The trailing update on a graphics processor: cuBLAS and the CUDA runtime of Nvidia, or rocBLAS and HIP of AMD, whose functions differ in
 * their names alone.
 *
 * <p>Owns: the binding of both libraries, the device's memory and queues, the copy of a matrix that lies there. Must not know: who cuts an
 * update into tasks, messages. All that a panel update does not do, the host's kernels do.
 *
 * <p>Start reading at {@link hplhetero.blas.device.cuda.DevicePanelUpdate}, then {@link hplhetero.blas.device.cuda.HeldMatrix}.
 */
package hplhetero.blas.device.cuda;
