/**
 * What makes a run that cannot go on end soon and say why: the failure detector, connections between processes over which a rank
 * that died or threw is known to all others within a second, and the watchdog that tells who waits for what when nothing moves.
 *
 * <p>Owns: the sockets beside the transport, the frames on them, what is said about a run's end. Must not know: how messages
 * are carried, what they mean, who prints.
 *
 * <p>Start reading at {@link hplhetero.comm.liveness.FailureDetector}; then {@code HeartbeatServer} (rank 0) and
 * {@code HeartbeatClient} (all others), which share {@code HeartbeatLoop}, the thread beside the rank's own, and
 * {@code RunOutcome}, the only place where the two threads meet. Ranks that are threads of one JVM need no sockets: their run is
 * watched by {@link hplhetero.comm.liveness.ThreadRunGuard}, with the same {@link hplhetero.comm.liveness.Watchdog}.
 * {@link hplhetero.comm.liveness.RunState} is what a transport asks, whichever of the two there is.
 */
package hplhetero.comm.liveness;
