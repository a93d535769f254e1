/**
 * The parts that all transports share beside {@link hplhetero.comm.protocol}. Each transport has a package of its own below this one.
 *
 * <p>Owns: the beginning, the watch and the end of ranks, as threads of this JVM or as one rank that is a process; the name of the host and
 * its InfiniBand ports; the rules by which UCX follows a table of paths. Must not know: how any transport carries messages.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.RankThreads}, then {@link hplhetero.comm.transport.RankOfProcess}.
 */
package hplhetero.comm.transport;
