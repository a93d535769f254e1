package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes that pass each link of a fabric, for callers that look at all links; a {@link Pricer} knows only the most loaded link of each
 * stage. Immutable.
 */
public final class LinkBytes {
    private final Fabric fabric;
    private final long[] bytes;

    private LinkBytes(Fabric fabric, long[] bytes) {
        this.fabric = fabric;
        this.bytes = bytes;
    }

    /**
     * Counts the bytes that pass each link in all stages of a traffic. Rank i of the traffic sits where rank i of the placement does. A
     * traffic is the messages that ranks send, in stages; all messages of a rank in one stage are under way at once.
     *
     * @param placement nodes of the ranks, and the network between them
     * @param traffic   messages of the ranks
     */
    public static LinkBytes of(Placement placement, Traffic traffic) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), 0, traffic.stages());
    }

    /**
     * Counts the bytes that pass each link in one stage of a traffic. Rank i of the traffic sits where rank i of the placement does. A
     * traffic is the messages that ranks send, in stages; all messages of a rank in one stage are under way at once.
     *
     * @param placement nodes of the ranks, and the network between them
     * @param traffic   messages of the ranks
     * @param stage     number of the stage, 0 .. {@link Traffic#stages} - 1
     */
    public static LinkBytes of(Placement placement, Traffic traffic, int stage) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), stage, stage + 1);
    }

    /**
     * Counts the bytes that pass each link in all stages of several traffics, such as those of several sub-communicators. Bytes of all
     * traffics are added up. A traffic is the messages that ranks send, in stages; all messages of a rank in one stage are under way at
     * once.
     *
     * @param placement nodes of the ranks, and the network between them
     * @param together  traffics, each with the numbers that its ranks have in the placement
     */
    public static LinkBytes of(Placement placement, List<PlacedTraffic> together) {
        return count(placement, together, 0, together.stream().mapToInt(placed -> placed.traffic().stages()).max().orElse(0));
    }

    private static LinkBytes count(Placement placement, List<PlacedTraffic> together, int first, int end) {
        long[] bytes = new long[placement.fabric().links()];
        int[] route = new int[placement.fabric().longestRoute()];
        for (PlacedTraffic placed : together) {
            for (int stage = first; stage < Math.min(end, placed.traffic().stages()); stage++) {
                placed.traffic().messages(stage, (from, to, size) -> {
                    int hops = placement.route(placed.rank(from), placed.rank(to), route);
                    for (int i = 0; i < hops; i++) {
                        bytes[route[i]] = Math.addExact(bytes[route[i]], size);
                    }
                });
            }
        }
        return new LinkBytes(placement.fabric(), bytes);
    }

    /** Returns the fabric whose links were counted, which is that of the placement given to {@link #of}. */
    public Fabric fabric() {
        return fabric;
    }

    /**
     * Returns the bytes that pass a link of the fabric, summed over the stages that {@link #of} was asked to count.
     *
     * @param link number of the link, 0 .. {@link Fabric#links} - 1; a link has one direction
     */
    public long bytes(int link) {
        return bytes[link];
    }

    /**
     * Returns the load of a link: its bytes / its bandwidth, where the bandwidth is relative to the fabric's base bandwidth (1 for a link
     * to a node, unless the fabric says otherwise). Loads of different links are proportional to the times that the links need.
     *
     * @param link number of the link, 0 .. {@link Fabric#links} - 1
     */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }

    /**
     * Returns the number of the link with the greatest load, which is bytes / bandwidth; the first of several; {@link StageLoad#NO_LINK}
     * where no bytes pass any link.
     */
    public int worst() {
        return Bandwidths.of(fabric).worst(bytes);
    }

    /** Returns the number of links that bytes pass. */
    public int used() {
        return (int) Arrays.stream(bytes).filter(each -> each > 0).count();
    }
}
