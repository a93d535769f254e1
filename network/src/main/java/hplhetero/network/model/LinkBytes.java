package hplhetero.network.model;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes that pass each link of a fabric, for who looks at all of them; a {@link Pricer} knows only the most loaded one of each
 * stage. Immutable.
 */
public final class LinkBytes {
    private final Fabric fabric;
    private final long[] bytes;

    private LinkBytes(Fabric fabric, long[] bytes) {
        this.fabric = fabric;
        this.bytes = bytes;
    }

    /** In all stages of a traffic of all ranks. */
    public static LinkBytes of(Placement placement, Traffic traffic) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), 0, traffic.stages());
    }

    /** In one stage. */
    public static LinkBytes of(Placement placement, Traffic traffic, int stage) {
        return count(placement, List.of(PlacedTraffic.of(traffic)), stage, stage + 1);
    }

    /** In all stages of several traffics. */
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

    public Fabric fabric() {
        return fabric;
    }

    public long bytes(int link) {
        return bytes[link];
    }

    /** Bytes / bandwidth in the fabric's units. */
    public double load(int link) {
        return bytes[link] / fabric.bandwidth(link);
    }

    /** The link with the greatest load, of several the first; {@link StageLoad#NO_LINK} where no bytes pass any. */
    public int worst() {
        return Bandwidths.of(fabric).worst(bytes);
    }

    /** Links that bytes pass. */
    public int used() {
        return (int) Arrays.stream(bytes).filter(each -> each > 0).count();
    }
}
