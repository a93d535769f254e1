package hplhetero.comm.protocol;

import java.util.stream.Stream;

/**
 * Carries the messages of one rank: all that a transport must provide to the protocol. Owner: the rank's thread, which makes every call.
 * Messages between two ranks must be reported in the order in which they were sent; their data may overtake each other.
 *
 * @param <L> the transport's handle of a long message whose data it has not delivered yet
 */
public interface ByteTransfer<L> {

    /**
     * Takes over a send. Calls {@link ProtocolRequest#finishSend} once the send's buffer is not needed any more: before this method
     * returns, in a later {@link #poll}, or from another thread.
     */
    void send(ProtocolRequest send);

    /**
     * Moves on what is under way, without waiting. Each message that has come is reported to {@code matching}: a short one by
     * {@link Matching#deliverShort} with its data, a long one by {@link Matching#matchLong} before its data.
     *
     * @return whether anything moved
     */
    boolean poll(Matching<L> matching);

    /**
     * Begins to bring a long message to its receive. The data go to {@link ProtocolRequest#buffer}, which is large enough; then
     * {@link ProtocolRequest#finishReceive} is called, before this method returns or in a later {@link #poll}.
     *
     * @param message the handle that was given to {@link Matching#matchLong}
     * @param source  the sender's rank in the world
     * @param receive the receive that takes the message
     */
    void fetch(L message, int source, ProtocolRequest receive);

    /**
     * Returns what this rank's transfers still wait for, for people, in the words of {@link hplhetero.comm.liveness.WaitDescription}. Not
     * called while messages go normally.
     */
    Stream<String> waits();
}
