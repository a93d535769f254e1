package hplhetero.comm.protocol.remote.engine;

import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.rendezvous.LongReceive;
import hplhetero.comm.protocol.remote.rendezvous.LongReceivePool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/** The messages of a rank to itself, which no network carries. They are delivered in order, one at each poll. Owner: the rank's thread. */
final class OwnMessages {
    private final long eagerBytes;
    private final LongReceivePool pool;
    /** The sends that were not delivered yet, in order. */
    private final ArrayDeque<ProtocolRequest> sends = new ArrayDeque<>();

    OwnMessages(long eagerBytes, LongReceivePool pool) {
        this.eagerBytes = eagerBytes;
        this.pool = pool;
    }

    /** Takes over a send of the rank to itself. */
    void send(ProtocolRequest send) {
        sends.add(send);
    }

    /**
     * Delivers the next message, if there is one. A long message stays in its send's buffer until its receive is known.
     *
     * @return whether there was a message
     */
    boolean deliver(Matching<LongReceive> matching) {
        ProtocolRequest send = sends.poll();
        if (send == null) {
            return false;
        }
        if (send.bytes() <= eagerBytes) {
            matching.deliverShort(send.context(), send.worldPeer(), send.tag(), send.buffer(), 0, send.bytes());
            send.finishSend();
            return true;
        }
        LongReceive message = pool.takeOwn(send);
        ProtocolRequest receive = matching.matchLong(send.context(), send.worldPeer(), send.tag(), send.bytes(), message);
        if (receive != null) {
            fetch(message, receive);
        }
        return true;
    }

    /** Copies a long message to its receive, and completes both. */
    void fetch(LongReceive message, ProtocolRequest receive) {
        ProtocolRequest send = message.own();
        MemorySegment.copy(send.buffer(), 0, receive.buffer(), 0, send.bytes());
        send.finishSend();
        pool.finish(message, receive);
    }
}
