package hplhetero.hpl.model;

/**
 * The links that sites share, while a run is replayed. A message from one site to another occupies the sender's link out and the receiver's
 * link in, one message after another in each direction.
 */
final class SiteLinks {
    /** Seconds from the start of the run at which each site's link out is free, indexed by site. */
    private final double[] outFree;
    /** Seconds from the start of the run at which each site's link in is free, indexed by site. */
    private final double[] inFree;
    private double bytes;

    SiteLinks(int sites) {
        outFree = new double[sites];
        inFree = new double[sites];
    }

    /**
     * Occupies the links for a message, and returns when the message begins to cross: max(ready, link out free, link in free).
     *
     * @param ready        when the message is ready
     * @param messageBytes bytes that are counted
     * @param seconds      time for which both links are then busy, in seconds
     */
    double cross(int from, int to, double ready, double messageBytes, double seconds) {
        double start = Math.max(ready, Math.max(outFree[from], inFree[to]));
        outFree[from] = start + seconds;
        inFree[to] = start + seconds;
        bytes += messageBytes;
        return start;
    }

    /**
     * Occupies the links for {@code seconds} more, not before {@code begin}, with short messages. Later messages wait for these short ones,
     * but the ranks that send the short ones are not delayed.
     */
    void pass(int from, int to, double begin, double messageBytes, double seconds) {
        outFree[from] = Math.max(begin, outFree[from]) + seconds;
        inFree[to] = Math.max(begin, inFree[to]) + seconds;
        bytes += messageBytes;
    }

    /** Returns the bytes that have crossed between sites so far. */
    double bytes() {
        return bytes;
    }
}
