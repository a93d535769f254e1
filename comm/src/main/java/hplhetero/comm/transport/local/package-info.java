/**
 * The transport {@code local}: ranks are threads of one JVM and hand over off-heap memory.
 *
 * <p>Owns: the rings between ranks, matching, the life of the rank threads. Must not know: collectives'
 * insides, what the bytes mean.
 *
 * <p>Short messages are <em>eager</em>: copied into a slot of the ring from sender to receiver, so that the
 * send is done at once. Long ones <em>rendezvous</em>: the slot names the send, the receiver copies straight
 * from the sender's buffer and then marks the send done.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.local.LocalTransport}, then {@code ProgressEngine}, the
 * progress engine of a rank, and {@code Ring}, the only place where two ranks' threads meet (with
 * {@code LocalRequest}'s state and {@code LocalWorld}'s failure).
 */
package hplhetero.comm.transport.local;
