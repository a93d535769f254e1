package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Placement;
import java.util.Arrays;

/** A counter for any fabric, which follows every route link by link. For one thread. */
final class LinkCounter implements PatternCounter {
    private final Placement placement;
    private final Bandwidths bandwidths;
    private final int[] to;
    private final int[] route;
    /** Messages of the stage being counted that pass each link, indexed by link. */
    private final int[] passed;
    /** Bytes that pass each link in all shifts counted so far. */
    private final LinkLoads sum;
    private int farthest;
    private int nearest = Integer.MAX_VALUE;

    LinkCounter(Placement placement, Bandwidths bandwidths) {
        this.placement = placement;
        this.bandwidths = bandwidths;
        to = new int[placement.ranks()];
        route = new int[placement.fabric().longestRoute()];
        passed = new int[bandwidths.links()];
        sum = new LinkLoads(bandwidths);
    }

    @Override
    public Busiest count(Symmetry symmetry, int peer) {
        Arrays.fill(passed, 0);
        PatternCounter.peers(symmetry, peer, to);
        int most = 0;
        int fewest = Integer.MAX_VALUE;
        for (int rank = 0; rank < to.length; rank++) {
            int hops = placement.route(rank, to[rank], route);
            for (int i = 0; i < hops; i++) {
                passed[route[i]]++;
            }
            most = Math.max(most, hops);
            fewest = Math.min(fewest, hops);
        }
        if (symmetry == Symmetry.SHIFT) {
            sum.add(passed);
            farthest = Math.max(farthest, most);
            nearest = Math.min(nearest, fewest);
        }
        int worst = bandwidths.worst(passed);
        return new Busiest(worst, worst == StageLoad.NO_LINK ? 0 : bandwidths.load(worst, passed[worst]), most, fewest);
    }

    @Override
    public Busiest exchange() {
        int worst = sum.worst();
        return new Busiest(worst, sum.load(worst), farthest, nearest);
    }
}
