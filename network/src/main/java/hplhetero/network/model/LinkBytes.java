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

    /** Returns the bytes that pass each link in all stages of a traffic whose rank i is rank i of the placement. */
    public static LinkBytes of(Placement placement, Traffic traffic) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), 0, traffic.stages());
    }

    /** Returns the bytes that pass each link in one stage of a traffic whose rank i is rank i of the placement. */
    public static LinkBytes of(Placement placement, Traffic traffic, int stage) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), stage, stage + 1);
    }

    /**
     * Returns the bytes that pass each link in all stages of several traffics.
     *
     * @param placement the network and the node of each rank
     * @param together  traffics, each with the placement's numbers of its ranks
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

    /** Returns the fabric whose links these are. */
    public Fabric fabric() {
        return fabric;
    }

    /** Returns the bytes that pass a link of the fabric, over all stages counted. */
    public long bytes(int link) {
        return bytes[link];
    }

    /** Returns the load of a link: its bytes / its bandwidth in the fabric's units. */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }

    /** Returns the link with the greatest load, the first of several; {@link StageLoad#NO_LINK} where no bytes pass any link. */
    public int worst() {
        return Bandwidths.of(fabric).worst(bytes);
    }

    /** Returns the number of links that bytes pass. */
    public int used() {
        return (int) Arrays.stream(bytes).filter(each -> each > 0).count();
    }
}
