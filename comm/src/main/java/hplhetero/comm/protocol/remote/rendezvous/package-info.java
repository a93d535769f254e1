/**
 * Long messages between ranks that write and read each other's memory. A message is announced; then its sender puts it into the receive's
 * buffer, or its receiver fetches it.
 *
 * <p>Owns: the state of each long message on both sides, the frames that the sides send each other about it, and the order in which
 * segments go. Must not know: how frames reach the other side, and how ranks connect.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.rendezvous.LongSends}, which has the sender's side with {@code ScheduleQueue}.
 * Then read {@link hplhetero.comm.protocol.remote.rendezvous.LongReceives} for the receiver's side: {@code LongArrivals} where the sender
 * puts, {@code LongFetches} where the receiver fetches.
 */
package hplhetero.comm.protocol.remote.rendezvous;
