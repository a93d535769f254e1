package hplhetero.comm.protocol;

import hplhetero.comm.CommException;
import hplhetero.comm.liveness.RunState;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;

/**
 * Finds which receive takes which message. Of the receives and messages with the same communicator, tag and source, the receive that was
 * posted first takes the message that came first. Owner: the rank's thread.
 *
 * @param <L> the transport's handle of a long message
 */
public final class Matching<L> {
    private final RankIdentity identity;
    private final RunState state;
    /** The receives that wait for their message. */
    private final PostedReceives posted = new PostedReceives();
    /** The messages that wait for their receive. */
    private final UnexpectedMessages<L> unexpected = new UnexpectedMessages<>();

    Matching(RankIdentity identity, RunState state) {
        this.identity = identity;
        this.state = state;
    }

    /**
     * Copies the data of a short message that has come to its receive, which is then done, or keeps them until a receive takes them.
     *
     * @param context the communicator's number
     * @param source  the sender's rank in the world
     * @param tag     the message's tag
     * @param from    memory that holds the message; may be changed after the call
     * @param offset  the byte of {@code from} at which the message begins
     * @param bytes   the length of the message in bytes
     * @throws CommException when the message is longer than the receive's buffer; the run is then over
     */
    public void deliverShort(int context, int source, int tag, MemorySegment from, long offset, long bytes) {
        ProtocolRequest receive = match(context, source, tag, bytes);
        MemorySegment target = receive == null ? unexpected.keepShort(context, source, tag, bytes) : receive.buffer();
        MemorySegment.copy(from, offset, target, 0, bytes);
        if (receive != null) {
            receive.finishReceive(source, bytes);
        }
    }

    /**
     * Returns the receive of a long message that was announced, or keeps the message and returns null. In the second case
     * {@link ByteTransfer#fetch} is called when a receive takes the message.
     *
     * @param context the communicator's number
     * @param source  the sender's rank in the world
     * @param tag     the message's tag
     * @param bytes   the length of the message in bytes
     * @param message the transport's handle of the message
     * @throws CommException when the message is longer than the receive's buffer; the run is then over
     */
    public ProtocolRequest matchLong(int context, int source, int tag, long bytes, L message) {
        ProtocolRequest receive = match(context, source, tag, bytes);
        if (receive == null) {
            unexpected.keepLong(context, source, tag, bytes, message);
        }
        return receive;
    }

    /** Takes the first posted receive for a message with these values, or returns null. */
    private ProtocolRequest match(int context, int source, int tag, long bytes) {
        ProtocolRequest receive = posted.take(context, source, tag);
        if (receive != null) {
            requireRoom(receive, source, bytes);
        }
        return receive;
    }

    /**
     * Posts a receive, unless its message has come already; then the receive takes that message.
     *
     * @return whether the message had come already
     */
    boolean post(ProtocolRequest receive, ByteTransfer<L> transfer) {
        UnexpectedMessages.Entry<L> message = unexpected.take(receive);
        if (message == null) {
            posted.add(receive);
            return false;
        }
        requireRoom(receive, message.source(), message.bytes());
        if (message.longMessage() == null) {
            MemorySegment.copy(message.copy(), 0, receive.buffer(), 0, message.bytes());
            receive.finishReceive(message.source(), message.bytes());
        } else {
            transfer.fetch(message.longMessage(), message.source(), receive);
        }
        unexpected.recycle(message);
        return true;
    }

    /** Returns the receives that wait for a message, for people. */
    Stream<ProtocolRequest> posted() {
        return posted.stream();
    }

    /** Ends the run when a message is longer than the buffer of its receive. */
    private void requireRoom(ProtocolRequest receive, int source, long bytes) {
        if (bytes > receive.bytes()) {
            throw state.fail(identity.rank(), identity.hostName(), "a message of bytes=" + bytes + " from world rank " + source
                    + " (tag=" + receive.tag() + ") is longer than the receive buffer of bytes=" + receive.bytes()
                    + ": give both sides the same size", null);
        }
    }
}
