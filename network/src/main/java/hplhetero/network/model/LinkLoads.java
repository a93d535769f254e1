package hplhetero.network.model;

import java.util.Arrays;

/** A counter of the bytes that pass each link in a stage. For one thread. */
final class LinkLoads {
    private final long[] bytes;
    private final Bandwidths bandwidths;
    private boolean clean = true;

    LinkLoads(Bandwidths bandwidths) {
        this.bandwidths = bandwidths;
        bytes = new long[bandwidths.links()];
    }

    /**
     * Adds bytes to each link of a route.
     *
     * @param route links of the route, in the first {@code hops} entries
     * @param hops  number of links
     * @param what  bytes to add to each
     */
    void add(int[] route, int hops, long what) {
        for (int i = 0; i < hops; i++) {
            bytes[route[i]] += what;
        }
        clean = false;
    }

    /**
     * Adds messages of one byte to each link.
     *
     * @param messages number of messages that pass each link, indexed by link
     */
    void add(int[] messages) {
        for (int link = 0; link < messages.length; link++) {
            bytes[link] += messages[link];
        }
        clean = false;
    }

    /** Returns the link with the greatest load, the first of several; {@link StageLoad#NO_LINK} where nothing passed any link. */
    int worst() {
        return clean ? StageLoad.NO_LINK : bandwidths.worst(bytes);
    }

    /** Returns the load of a link: its bytes / its bandwidth; 0 for {@link StageLoad#NO_LINK}. */
    double load(int link) {
        return link == StageLoad.NO_LINK ? 0 : bandwidths.load(link, bytes[link]);
    }

    /** Forgets all bytes that were added, for the next stage. */
    void clear() {
        if (!clean) {
            Arrays.fill(bytes, 0);
            clean = true;
        }
    }
}
