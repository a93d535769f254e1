/**
 * The parts that are alike in all transports without a matching of their own. They find which receive takes which message and keep messages
 * that nobody has asked for yet. They reuse requests and number communicators, and they decide what a rank does when there is nothing to
 * do.
 *
 * <p>A transport brings a {@link hplhetero.comm.protocol.ByteTransfer} for each rank, which takes over sends and reports the messages that
 * come in. Short messages are <em>eager</em>: their data are there when they are reported. For a long message, the transport is told when
 * its receive is known, and fetches the data then (<em>rendezvous</em>).
 *
 * <p>Owns: MPI's rules of matching, the states of a request, what is refused and in which words. Must not know: how bytes get from rank to
 * rank, nor any transport by name.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.ByteTransfer}, then {@link hplhetero.comm.protocol.ProgressEngine} and
 * {@link hplhetero.comm.protocol.Matching}. docs/decisions/0023 tells why the border to the transports lies here.
 */
package hplhetero.comm.protocol;
