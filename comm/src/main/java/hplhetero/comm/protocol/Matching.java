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
     * A message has come: its receive, no longer posted, or null.
     *
     * @param context the communicator's number
     * @param source  the sender's rank in the world
     * @throws CommException when it is longer than the receive's buffer; the run is then over
     */
    public ProtocolRequest match(int context, int source, int tag, long bytes) {
        ProtocolRequest receive = posted.take(context, source, tag);
        if (receive != null) {
            requireRoom(receive, source, bytes);
        }
        return receive;
    }

    /**
     * Keeps a short message that no receive takes yet.
     *
     * @return memory of {@code bytes} or more, into which the caller copies the data at once
     */
    public MemorySegment keepShort(int context, int source, int tag, long bytes) {
        return unexpected.keepShort(context, source, tag, bytes);
    }

    /** Keeps a long message that no receive takes yet; {@link ByteTransfer#fetch} is called when one does. */
    public void keepLong(int context, int source, int tag, long bytes, L message) {
        unexpected.keepLong(context, source, tag, bytes, message);
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
