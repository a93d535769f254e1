package hplhetero.hpl.model;

/**
 * The shared links of sites while a run is replayed: a message from one site to another takes the sender's link out and the
 * receiver's link in, one message after another in each direction.
 */
final class SiteLinks {
    private final double[] outFree;
    private final double[] inFree;
    private double bytes;

    SiteLinks(int sites) {
        outFree = new double[sites];
        inFree = new double[sites];
    }

    /** When a message that is ready at {@code ready} begins to cross; the links are then busy for {@code seconds}. */
    double cross(int from, int to, double ready, double messageBytes, double seconds) {
        double start = Math.max(ready, Math.max(outFree[from], inFree[to]));
        outFree[from] = start + seconds;
        inFree[to] = start + seconds;
        bytes += messageBytes;
        return start;
    }

    /** Short messages from {@code begin} on, which others wait for and they for nobody: the links are busy for {@code seconds} more. */
    void pass(int from, int to, double begin, double messageBytes, double seconds) {
        outFree[from] = Math.max(begin, outFree[from]) + seconds;
        inFree[to] = Math.max(begin, inFree[to]) + seconds;
        bytes += messageBytes;
    }

    /** Bytes that have crossed so far. */
    double bytes() {
        return bytes;
    }
}
