package hplhetero.comm.protocol;

import java.lang.foreign.MemorySegment;

/** Requests without a rank behind them, as far as the ring needs them. */
public final class Requests {
    private static final int PEER = 1;

    private Requests() {
    }

    /** A send of what is, or will be, in that memory. */
    public static ProtocolRequest send(MemorySegment content, int tag) {
        ProtocolRequest send = new ProtocolRequest(null);
        send.begin(ProtocolRequest.Kind.SEND, null, content, PEER, tag);
        return send;
    }

    /** Whether it is done, without moving anything on. */
    public static boolean isDone(ProtocolRequest request) {
        return request.isDone();
    }
}
