package hplhetero.network.model;

/**
 * The load that the messages of a stage put on network and ranks, before any cost is known.
 *
 * @param link         most loaded link, the first of several; {@link #NO_LINK} where no bytes pass any link
 * @param load         bytes on this link / its bandwidth in the fabric's units
 * @param hops         most links that a message passes
 * @param sends        most messages that one rank sends to other nodes
 * @param receives     most messages that one rank receives from other nodes
 * @param crowded      greatest bytes x (1 - 1/k) of a rank that receives these bytes in k messages from other nodes
 * @param hostSends    most messages that one rank sends within its node
 * @param hostReceives most messages that one rank receives from its own node
 * @param hostBytes    most bytes that one rank sends or receives within its node
 * @param longest      bytes of the longest message between nodes
 * @param hostLongest  bytes of the longest message within a node
 */
public record StageLoad(int link, double load, int hops, int sends, int receives, double crowded, int hostSends, int hostReceives,
                        double hostBytes, double longest, double hostLongest) {
    /** Value of {@link #link} where no bytes pass any link. */
    public static final int NO_LINK = -1;
    /** The load of a stage without messages. */
    static final StageLoad NOTHING = new StageLoad(NO_LINK, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the most messages that one rank has to handle; sending and receiving overlap, so only the larger of the two counts. */
    int mostMessages() {
        return Math.max(sends + hostSends, receives + hostReceives);
    }

    /** Returns the load that this stage would have if each message, of one byte here, had {@code bytes} bytes. */
    StageLoad of(long bytes) {
        return bytes == 1 ? this : new StageLoad(bytes == 0 ? NO_LINK : link, load * bytes, hops, sends, receives, crowded * bytes,
                hostSends, hostReceives, hostBytes * bytes, longest * bytes, hostLongest * bytes);
    }
}
