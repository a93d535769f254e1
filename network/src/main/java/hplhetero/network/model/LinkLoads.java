package hplhetero.network.model;

import java.util.Arrays;

/** Counts the bytes that pass each link in a stage. One thread. */
final class LinkLoads {
    private final long[] bytes;
    private final Bandwidths bandwidths;
    private boolean clean = true;

    LinkLoads(Bandwidths bandwidths) {
        this.bandwidths = bandwidths;
        bytes = new long[bandwidths.links()];
    }

    /** @param route its first {@code hops} links */
    void add(int[] route, int hops, long what) {
        for (int i = 0; i < hops; i++) {
            bytes[route[i]] += what;
        }
        clean = false;
    }

    /** Adds so many messages of a byte to each link. */
    void add(int[] messages) {
        for (int link = 0; link < messages.length; link++) {
            bytes[link] += messages[link];
        }
        clean = false;
    }

    /** The link with the greatest load, of several the first; {@link StageLoad#NO_LINK} where nothing passed any. */
    int worst() {
        return clean ? StageLoad.NO_LINK : bandwidths.worst(bytes);
    }

    double load(int link) {
        return link == StageLoad.NO_LINK ? 0 : bandwidths.load(link, bytes[link]);
    }

    void clear() {
        if (!clean) {
            Arrays.fill(bytes, 0);
            clean = true;
        }
    }
}
