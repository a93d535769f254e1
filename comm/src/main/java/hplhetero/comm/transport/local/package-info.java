/**
 * The transport {@code local}: ranks are threads of one JVM and hand over off-heap memory.
 *
 * <p>Owns: the rings between ranks. Must not know: which receive takes which message ({@link hplhetero.comm.protocol} decides this),
 * collectives' insides, what the bytes mean.
 *
 * <p>Short messages are <em>eager</em>: they are copied into a slot of the ring from sender to receiver, so that the send is done at once.
 * Long messages <em>rendezvous</em>: the slot names the send, and the receiver copies straight from the sender's buffer and then marks the
 * send done.
 *
 * <p>Start reading at {@link hplhetero.comm.transport.local.LocalTransport}, then {@code RingTransfer} and {@code Ring}. The ring is the
 * only place where two ranks' threads meet, besides the state of a request and of the run.
 */
package hplhetero.comm.transport.local;
