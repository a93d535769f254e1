package hplhetero.comm.protocol;

import java.util.Arrays;

/** The requests that were released, for the next messages of their rank. Owner: the rank's thread. */
final class RequestPool {
    private final ProgressEngine<?> engine;
    /** The released requests, at indices 0 to {@link #spares} - 1. */
    private ProtocolRequest[] spare = new ProtocolRequest[16];
    private int spares;

    RequestPool(ProgressEngine<?> engine) {
        this.engine = engine;
    }

    ProtocolRequest take() {
        return spares > 0 ? spare[--spares] : new ProtocolRequest(engine);
    }

    void give(ProtocolRequest request) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = request;
    }
}
