/**
 * What transports do alike that have no matching of their own: which receive takes which message, messages that nobody has asked
 * for yet, requests and their reuse, the numbers of communicators, and what a rank does when there is nothing to do.
 *
 * <p>A transport brings a {@link hplhetero.comm.protocol.ByteTransfer} for each rank: it takes over sends, and reports the messages
 * that come in. Short ones are <em>eager</em>: their data are there when they are reported. For long ones, it is told when
 * their receive is known, and fetches their data then (<em>rendezvous</em>).
 *
 * <p>Owns: MPI's rules of matching, the states of a request, what is refused and in which words. Must not know: how bytes get from
 * rank to rank, nor any transport by name.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.ByteTransfer}, then {@link hplhetero.comm.protocol.ProgressEngine} and
 * {@link hplhetero.comm.protocol.Matching}. Why it is cut here: docs/decisions/0023.
 */
package hplhetero.comm.protocol;
