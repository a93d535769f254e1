/**
 * How ranks in processes of their own find each other, without MPJ's daemons and starter.
 *
 * <p>Owns: what the launcher and the ranks say to each other. Must not know: MPJ's classes, messages of a run.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.mpj.start.RankRegistry}, the launcher's end, then
 * {@link hplhetero.comm.transport.mpj.start.RankRegistration}, a rank's.
 */
package hplhetero.comm.transport.mpj.start;
