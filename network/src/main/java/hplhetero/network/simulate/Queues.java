package hplhetero.network.simulate;

/**
 * The queues of links, in which short messages wait. Where bandwidths are shared fairly, no message waits for another. In real networks a
 * message is behind the bytes that are in the buffers before it. In this model each flow keeps bytes before the link that limits it, as
 * many as its sender has in flight. A short message that comes to this link waits until these bytes have passed. Long messages are not
 * delayed: their bytes are what the short ones wait for.
 *
 * @param bytesInFlight most bytes that a flow keeps in a queue, but not more than it has left to send; 0 for no queues
 * @param shortest      length in bytes up to which messages wait and keep nothing in queues
 */
public record Queues(long bytesInFlight, long shortest) {
    /** No queues: links are shared fairly, and no message waits for another. */
    public static final Queues NONE = new Queues(0, 0);
    /**
     * Default length in bytes of the longest message that waits in queues. Pivots (8 (2 NB + 4) bytes) of blocks up to 1,022 are that
     * short, and headers of panels. What TCP sends before it hears of the receiver is nearly as much (RFC 6928: 14,600 bytes).
     */
    public static final long SHORT = 16 << 10;

    public Queues {
        if (bytesInFlight < 0 || shortest < 0) {
            throw new IllegalArgumentException("bytesInFlight=" + bytesInFlight + " shortest=" + shortest + ": must be >= 0");
        }
    }

    /**
     * Returns queues in which short messages, up to 16 KiB, wait behind the bytes that longer messages keep in network buffers.
     *
     * @param bytesInFlight the most bytes that a longer message has sent but not yet brought through the link that limits it, &gt;= 0; 0
     *                      for no queues
     */
    public static Queues of(long bytesInFlight) {
        return new Queues(bytesInFlight, SHORT);
    }

    /** Returns whether a message of {@code bytes} bytes waits in queues and keeps nothing there. */
    boolean delay(long bytes) {
        return bytesInFlight > 0 && bytes <= shortest;
    }
}
