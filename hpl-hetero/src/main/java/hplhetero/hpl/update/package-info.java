/**
 * The trailing update of a rank, cut into tasks that are submitted to the kernels and polled for.
 *
 * <p>Owns: the cut, and the order of a step. Must not know: messages, but that somebody looks after them meanwhile; whether the kernels
 * compute on the host or on a device.
 *
 * <p>Start reading at {@link hplhetero.hpl.update.TrailingUpdate}, then {@link hplhetero.hpl.update.ColumnWork}.
 */
package hplhetero.hpl.update;
