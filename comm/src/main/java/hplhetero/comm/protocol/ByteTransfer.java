package hplhetero.comm.protocol;

import java.util.stream.Stream;

/**
 * Carries the messages of one rank: all that a transport must provide to the protocol. Owner: the rank's thread, which makes every
 * call. A message between two ranks must not overtake an earlier one when it is reported; data may.
 *
 * @param <L> what the transport knows a long message by whose data it has not delivered yet
 */
public interface ByteTransfer<L> {

    /**
     * Takes over a send. Calls {@link ProtocolRequest#finishSend} once its buffer is not needed any more: before this returns, in a
     * later {@link #poll}, or by another thread.
     */
    void send(ProtocolRequest send);

    /**
     * Moves on what is under way, without waiting. Each message that came is reported to {@code matching}: by
     * {@link Matching#deliverShort} with its data, or by {@link Matching#matchLong} before them.
     *
     * @return whether anything moved
     */
    boolean poll(Matching<L> matching);

    /**
     * The receive of a long message is known: its data go to {@link ProtocolRequest#buffer}, which is large enough, and then
     * {@link ProtocolRequest#finishReceive} is called, now or later.
     *
     * @param message as it was given to {@link Matching#matchLong}
     * @param source  the sender's rank in the world
     */
    void fetch(L message, int source, ProtocolRequest receive);

    /** What it still waits for, for people, by {@link hplhetero.comm.liveness.WaitDescription}; not on the way of messages. */
    Stream<String> waits();
}
