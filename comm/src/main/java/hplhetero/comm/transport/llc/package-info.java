/**
 * The transports {@code llc}, {@code llc:shm}, {@code llc:tcp}, {@code llc:ucx} and {@code llc:utofu}: ranks without an MPI, over the
 * engine of {@link hplhetero.comm.protocol.remote} and a translator for each network.
 *
 * <p>Owns: which translator carries which pair of ranks, and how ranks start. Must not know: protocols, what messages mean.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.llc.LlcProvider}, then {@code Network}, {@code PerPair} and {@code LlcProcess}.
 */
package hplhetero.comm.transport.llc;
