/**
 * Long messages between ranks that write and read each other's memory: announced, then put into the receive's buffer by their sender, or
 * fetched into it by their receiver.
 *
 * <p>Owns: the state of each long message on both sides, the frames that the sides send each other about it, and the order in which
 * segments go. Must not know: how frames reach the other side, and how ranks connect.
 *
 * <p>Start reading at {@link hplhetero.comm.protocol.remote.rendezvous.LongSends}, which has the sender's side with {@code ScheduleQueue},
 * then {@link hplhetero.comm.protocol.remote.rendezvous.LongReceives}: {@code LongArrivals} where the sender puts, {@code LongFetches}
 * where the receiver fetches.
 */
package hplhetero.comm.protocol.remote.rendezvous;
