/**
 * What makes a run that cannot go on end, soon and with words: the lifeline between processes, over which a rank that
 * died or threw is known to all others within a second, and the watchdog that tells who waits for what when nothing moves.
 *
 * <p>Owns: the sockets beside the transport, the frames on them, what is said about a run's end. Must not know: how messages
 * are carried, what they mean, who prints.
 *
 * <p>Start reading at {@link hplhetero.comm.life.Lifeline}; then {@code Hub} (rank 0) and {@code Spoke} (all others), which
 * share {@code Loop}, the thread beside the rank's own, and {@code Outcome}, the only place where the two threads meet.
 * {@link hplhetero.comm.life.Watchdog} needs no sockets and serves ranks that are threads as well.
 */
package hplhetero.comm.life;
