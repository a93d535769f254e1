package hplhetero.hpl.plan.model;

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

    /** Bytes that have crossed so far. */
    double bytes() {
        return bytes;
    }
}
