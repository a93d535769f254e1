package hplhetero.comm.protocol;

import hplhetero.comm.CommException;
import hplhetero.comm.liveness.RunState;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;

/**
 * Which receive takes which message: of those with the same communicator and tag, and the source asked for, the first posted
 * takes the first that came. Owner: the rank's thread.
 *
 * @param <L> what the transport knows a long message by
 */
public final class Matching<L> {
    private final RankIdentity identity;
    private final RunState state;
    private final PostedReceives posted = new PostedReceives();
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
     * @param from    holds the message; may be changed after the call
     * @param offset  of the message in {@code from}
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
     * Returns the receive of a long message that was announced, or keeps the message and returns null: {@link ByteTransfer#fetch} is
     * called when a receive takes it.
     *
     * @param context the communicator's number
     * @param source  the sender's rank in the world
     * @throws CommException when the message is longer than the receive's buffer; the run is then over
     */
    public ProtocolRequest matchLong(int context, int source, int tag, long bytes, L message) {
        ProtocolRequest receive = match(context, source, tag, bytes);
        if (receive == null) {
            unexpected.keepLong(context, source, tag, bytes, message);
        }
        return receive;
    }

    private ProtocolRequest match(int context, int source, int tag, long bytes) {
        ProtocolRequest receive = posted.take(context, source, tag);
        if (receive != null) {
            requireRoom(receive, source, bytes);
        }
        return receive;
    }

    /**
     * Posts a receive, unless its message has come already.
     *
     * @return whether it has
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

    /** Receives without a message; for people. */
    Stream<ProtocolRequest> posted() {
        return posted.stream();
    }

    private void requireRoom(ProtocolRequest receive, int source, long bytes) {
        if (bytes > receive.bytes()) {
            throw state.fail(identity.rank(), identity.hostName(), "a message of bytes=" + bytes + " from world rank " + source
                    + " (tag=" + receive.tag() + ") is longer than the receive buffer of bytes=" + receive.bytes()
                    + ": give both sides the same size", null);
        }
    }
}
