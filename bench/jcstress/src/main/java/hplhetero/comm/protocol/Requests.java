package hplhetero.comm.protocol;

import java.lang.foreign.MemorySegment;

/** Requests without a rank behind them, with only what the ring needs. */
public final class Requests {
    private static final int PEER = 1;

    private Requests() {
    }

    /** Returns a send of the data that is, or will be, in {@code content}. */
    public static ProtocolRequest send(MemorySegment content, int tag) {
        ProtocolRequest send = new ProtocolRequest(null);
        send.begin(ProtocolRequest.Kind.SEND, null, content, PEER, tag);
        return send;
    }

    /** Returns whether a request is done, without bringing any work on. */
    public static boolean isDone(ProtocolRequest request) {
        return request.isDone();
    }
}
