package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;

/**
 * The loads of stages in which each rank of a placement sends one message of one byte to one other rank, by a symmetric pattern. Each load
 * is counted once and kept. Also has the load of the stage in which all ranks send to all. For one thread.
 */
final class PatternLoads {
    private final Placement placement;
    private final int ranks;
    private final PatternCounter counter;
    private final StageLoad[] shift;
    private final StageLoad[] xor;
    private StageLoad exchange;

    PatternLoads(Placement placement, Bandwidths bandwidths) {
        this.placement = placement;
        ranks = placement.ranks();
        counter = PatternCounter.of(placement, bandwidths);
        shift = new StageLoad[ranks];
        xor = new StageLoad[ranks];
    }

    /**
     * Returns the load of a stage in which each rank sends one byte to one other rank: rank 0 to {@code peer}, and other ranks as {@code
     * symmetry} says.
     *
     * @param peer rank that rank 0 sends to, not 0
     */
    StageLoad one(Symmetry symmetry, int peer) {
        StageLoad[] known = symmetry == Symmetry.XOR ? xor : shift;
        if (known[peer] == null) {
            known[peer] = count(symmetry, peer);
        }
        return known[peer];
    }

    private StageLoad count(Symmetry symmetry, int peer) {
        PatternCounter.Busiest busiest = counter.count(symmetry, peer);
        int network = busiest.hops() > 0 ? 1 : 0;
        int within = busiest.fewest() == 0 ? 1 : 0;
        return new StageLoad(busiest.link(), busiest.load(), busiest.hops(), network, network, 0, within, within, within, 1, 1);
    }

    /** Returns the load of the stage in which each rank sends a message of one byte to each other rank. */
    StageLoad exchange() {
        if (exchange == null) {
            for (int peer = 1; peer < ranks; peer++) {
                one(Symmetry.SHIFT, peer);
            }
            PatternCounter.Busiest busiest = counter.exchange();
            int fewest = ranks;
            int most = 1;
            int[] hostOf = Locality.HOST.groups(placement);
            int[] onHost = new int[ranks];
            for (int host : hostOf) {
                onHost[host]++;
            }
            for (int host : hostOf) {
                fewest = Math.min(fewest, onHost[host]);
                most = Math.max(most, onHost[host]);
            }
            int away = ranks - fewest;
            exchange = new StageLoad(busiest.link(), busiest.load(), busiest.hops(), away, away, Math.max(0, away - 1), most - 1, most - 1,
                    most - 1, 1, 1);
        }
        return exchange;
    }
}
