/**
 * The binding to MPJ Express: where it is installed, how its classes are loaded and changed, its devices and buffers.
 *
 * <p>Owns: every call into MPJ. Must not know: matching, communicators, who started the ranks.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.mpj.device.MpjLibrary}, which makes all calls.
 */
package hplhetero.comm.transport.mpj.device;
