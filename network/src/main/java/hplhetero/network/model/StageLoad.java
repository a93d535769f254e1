package hplhetero.network.model;

/**
 * What the messages of a stage ask of network and ranks, whatever that costs.
 *
 * @param link         the most loaded one, of several the first; {@link #NO_LINK} where no bytes pass any
 * @param load         its bytes / its bandwidth in the fabric's units
 * @param hops         the most links that a message passes
 * @param sends        the most messages that one rank sends to other nodes
 * @param receives     the most that one receives from other nodes
 * @param crowded      of ranks to which k messages come from other nodes, the most of bytes x (1 - 1/k)
 * @param hostSends    the most messages that one rank sends within its node
 * @param hostReceives the most that one receives from there
 * @param hostBytes    the most bytes that one rank sends or receives within its node
 */
public record StageLoad(int link, double load, int hops, int sends, int receives, double crowded, int hostSends, int hostReceives,
                        double hostBytes) {
    /** Number of no link. */
    public static final int NO_LINK = -1;
    /** No messages. */
    static final StageLoad NOTHING = new StageLoad(NO_LINK, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Of a rank; what it sends and what it receives overlap. */
    int mostMessages() {
        return Math.max(sends + hostSends, receives + hostReceives);
    }

    /** The same messages of {@code bytes}, where these are of one byte each. */
    StageLoad of(long bytes) {
        return bytes == 1 ? this : new StageLoad(bytes == 0 ? NO_LINK : link, load * bytes, hops, sends, receives, crowded * bytes,
                hostSends, hostReceives, hostBytes * bytes);
    }
}
