/**
 * The trailing update on a device. Two interfaces stand for the device's memory and queues; the classes submit work to them and keep the
 * copy of a matrix that lies on the device.
 *
 * <p>This package owns the decision which part of an update is computed where, and which data travels. It must not know any vendor's
 * functions, who cuts an update into tasks, or messages. The host's kernels do everything that is no panel update.
 *
 * <p>Start reading at {@link hplhetero.blas.device.DevicePanelUpdate}, then {@link hplhetero.blas.device.HeldMatrix}.
 */
package hplhetero.blas.device;
