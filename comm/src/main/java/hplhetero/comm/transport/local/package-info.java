/**
 * The transport {@code local}: ranks are threads of one JVM and hand over off-heap memory.
 *
 * <p>Owns: the rings between ranks. Must not know: which receive takes which message (that is
 * {@link hplhetero.comm.protocol}), collectives' insides, what the bytes mean.
 *
 * <p>Short messages are <em>eager</em>: copied into a slot of the ring from sender to receiver, so that the
 * send is done at once. Long ones <em>rendezvous</em>: the slot names the send, the receiver copies straight
 * from the sender's buffer and then marks the send done.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.local.LocalTransport}, then {@code RingTransfer} and {@code Ring}, the only
 * place where two ranks' threads meet (with the state of a request and of the run).
 */
package hplhetero.comm.transport.local;
