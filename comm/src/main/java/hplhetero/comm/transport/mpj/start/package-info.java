/**
 * The way in which ranks in processes of their own find each other, without MPJ's daemons and starter.
 *
 * <p>Owns: what MPJ's device and this process say to each other at the start, and the addresses that ranks put into the launcher's store.
 * Must not know: MPJ's classes, messages of a run.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.mpj.start.RankRegistration}, a rank's end; the launcher's end is {@link
 * hplhetero.comm.transport.launch.StoreServer}.
 */
package hplhetero.comm.transport.mpj.start;
