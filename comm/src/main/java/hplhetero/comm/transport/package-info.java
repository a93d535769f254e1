/**
 * What the transports have in common beside {@link hplhetero.comm.protocol}; each has a package of its own below this one.
 *
 * <p>Owns: ranks as threads of this JVM, or one that is a process: their beginning, watch and end; the name of the host. Must not know:
 * how any transport carries messages.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.RankThreads}, then {@link hplhetero.comm.transport.RankOfProcess}.
 */
package hplhetero.comm.transport;
