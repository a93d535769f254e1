package hplhetero.comm.protocol;

import java.util.Arrays;

/** The requests that were released, for the next messages of their rank. Owner: the rank's thread. */
final class RequestPool {
    private final ProgressEngine<?> engine;
    /** The released requests, at indices 0 to {@link #spares} - 1. */
    private ProtocolRequest[] spare = new ProtocolRequest[16];
    private int spares;

    /** Makes a pool without requests, for messages that {@code engine} begins. */
    RequestPool(ProgressEngine<?> engine) {
        this.engine = engine;
    }

    /** Returns a request that stands for no message: a released one, or a new one. */
    ProtocolRequest take() {
        return spares > 0 ? spare[--spares] : new ProtocolRequest(engine);
    }

    /** Takes a released request, for another message. */
    void give(ProtocolRequest request) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = request;
    }
}
