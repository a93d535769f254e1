/**
 * Makes a run that cannot go on end soon and say why. The failure detector has connections between processes, by which all ranks know
 * within a second that a rank died or threw. The watchdog tells who waits for what when nothing moves.
 *
 * <p>Owns: the sockets beside the transport, the frames on them, what is said about a run's end. Must not know: how messages are carried,
 * what they mean, who prints.
 *
 * <p>Start reading at {@link hplhetero.comm.liveness.FailureDetector}; then {@code HeartbeatServer} (rank 0) and {@code HeartbeatClient}
 * (all others), which share {@code HeartbeatLoop}, the thread beside the rank's own. The rank's thread and that thread meet only in
 * {@code RunOutcome}. Ranks that are threads of one JVM need no sockets: {@link hplhetero.comm.liveness.ThreadRunGuard} watches their run,
 * with the same {@link hplhetero.comm.liveness.Watchdog}. A transport asks {@link hplhetero.comm.liveness.RunState} whether the run goes
 * on, whichever of the two there is.
 */
package hplhetero.comm.liveness;
