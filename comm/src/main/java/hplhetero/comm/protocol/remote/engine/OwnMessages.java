package hplhetero.comm.protocol.remote.engine;

import hplhetero.comm.protocol.Matching;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.rendezvous.LongReceive;
import hplhetero.comm.protocol.remote.rendezvous.LongReceivePool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/** The messages of a rank to itself, which no network carries: delivered one a poll, in order. Owner: the rank's thread. */
final class OwnMessages {
    private final long eagerBytes;
    private final LongReceivePool pool;
    private final ArrayDeque<ProtocolRequest> sends = new ArrayDeque<>();

    OwnMessages(long eagerBytes, LongReceivePool pool) {
        this.eagerBytes = eagerBytes;
        this.pool = pool;
    }

    void send(ProtocolRequest send) {
        sends.add(send);
    }

    /** Delivers the next message, if there is one: a long one stays in its send's buffer until its receive is known. */
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

    /** Copies a long message to its receive. */
    void fetch(LongReceive message, ProtocolRequest receive) {
        ProtocolRequest send = message.own();
        MemorySegment.copy(send.buffer(), 0, receive.buffer(), 0, send.bytes());
        send.finishSend();
        pool.finish(message, receive);
    }
}
