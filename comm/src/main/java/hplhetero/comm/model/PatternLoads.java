package hplhetero.comm.model;

import hplhetero.comm.schedule.Traffic.Symmetry;
import hplhetero.comm.topology.Fabric;
import hplhetero.comm.topology.Placement;
import java.util.Arrays;

/**
 * Loads of stages in which each rank of a placement sends one message of a byte to the rank so far behind it, found once; and of the
 * stage in which all send to all. One thread.
 */
final class PatternLoads {
    private final Placement placement;
    private final int ranks;
    private final int[] nodeOf;
    private final int[] route;
    private final Bandwidths bandwidths;
    /** Of a stage: the messages that pass each link. */
    private final int[] passed;
    /** Of all shifts together. */
    private final LinkLoads sum;
    private final StageLoad[] shift;
    private final StageLoad[] xor;
    private StageLoad exchange;

    PatternLoads(Placement placement, Bandwidths bandwidths) {
        this.bandwidths = bandwidths;
        this.placement = placement;
        ranks = placement.ranks();
        nodeOf = new int[ranks];
        Arrays.setAll(nodeOf, placement::nodeOf);
        route = new int[placement.fabric().longestRoute()];
        passed = new int[bandwidths.links()];
        sum = new LinkLoads(bandwidths);
        shift = new StageLoad[ranks];
        xor = new StageLoad[ranks];
    }

    /** @param peer of rank 0, not 0 */
    StageLoad one(Symmetry symmetry, int peer) {
        StageLoad[] known = symmetry == Symmetry.XOR ? xor : shift;
        if (known[peer] == null) {
            known[peer] = count(symmetry, peer);
        }
        return known[peer];
    }

    private StageLoad count(Symmetry symmetry, int peer) {
        Arrays.fill(passed, 0);
        Fabric fabric = placement.fabric();
        int most = 0;
        boolean host = false;
        for (int rank = 0; rank < ranks; rank++) {
            int to = symmetry == Symmetry.XOR ? rank ^ peer : rank + peer < ranks ? rank + peer : rank + peer - ranks;
            int hops = fabric.route(nodeOf[rank], nodeOf[to], route);
            for (int i = 0; i < hops; i++) {
                passed[route[i]]++;
            }
            most = Math.max(most, hops);
            host |= hops == 0;
        }
        if (symmetry == Symmetry.SHIFT) {
            sum.add(passed);
        }
        int network = most > 0 ? 1 : 0;
        int within = host ? 1 : 0;
        int worst = bandwidths.worst(passed);
        double load = worst == StageLoad.NO_LINK ? 0 : bandwidths.load(worst, passed[worst]);
        return new StageLoad(worst, load, most, network, network, 0, within, within, within);
    }

    /** Each rank sends a message of a byte to each other one. */
    StageLoad exchange() {
        if (exchange == null) {
            int hops = 0;
            for (int peer = 1; peer < ranks; peer++) {
                hops = Math.max(hops, one(Symmetry.SHIFT, peer).hops());
            }
            int fewest = ranks;
            int most = 1;
            for (int[] together : placement.ranksByNode()) {
                fewest = Math.min(fewest, together.length);
                most = Math.max(most, together.length);
            }
            int worst = sum.worst();
            int away = ranks - fewest;
            exchange = new StageLoad(worst, sum.load(worst), hops, away, away, Math.max(0, away - 1), most - 1, most - 1,
                    most - 1);
        }
        return exchange;
    }
}
