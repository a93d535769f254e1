package hplhetero.network.simulate;

/**
 * What waits in links. Where bandwidths are shared fairly nothing waits for anything; in networks a message is behind the bytes that
 * are in the buffers before it. Each flow keeps bytes before the link that limits it, as many as its sender has in flight; a short message
 * that comes to this link waits until they have passed. Long ones are not delayed: they are what waits.
 *
 * @param bytesInFlight the most that a flow keeps there, but not more than it has left; 0 for no queues
 * @param shortest      messages of up to so many bytes wait, and keep nothing
 */
public record Queues(long bytesInFlight, long shortest) {
    /** Fair shares alone. */
    public static final Queues NONE = new Queues(0, 0);
    /**
     * Pivots, 8 (2 NB + 4) bytes, of blocks up to 1,022, and headers of panels; what TCP sends before it hears of the receiver is nearly
     * as much (RFC 6928: 14,600 bytes).
     */
    public static final long SHORT = 16 << 10;

    public Queues {
        if (bytesInFlight < 0 || shortest < 0) {
            throw new IllegalArgumentException("bytesInFlight=" + bytesInFlight + " shortest=" + shortest + ": must be >= 0");
        }
    }

    /** Of senders that have up to so many bytes of a message in flight. */
    public static Queues of(long bytesInFlight) {
        return new Queues(bytesInFlight, SHORT);
    }

    /** Whether a message waits in queues, and keeps nothing there. */
    boolean delay(long bytes) {
        return bytesInFlight > 0 && bytes <= shortest;
    }
}
