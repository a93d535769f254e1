/**
 * The trailing update on a device: its memory and queues by two interfaces, what is submitted to them, the copy of a matrix that lies
 * there.
 *
 * <p>Owns: which part of an update is computed where, and what travels. Must not know: any vendor's functions, who cuts an update into
 * tasks, messages. All that a panel update does not do, the host's kernels do.
 *
 * <p>Start reading at {@link hplhetero.blas.device.DevicePanelUpdate}, then {@link hplhetero.blas.device.HeldMatrix}.
 */
package hplhetero.blas.device;
