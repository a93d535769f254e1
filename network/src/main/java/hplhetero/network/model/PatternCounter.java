package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;

/** Counts what passes each link while each rank of a placement sends a message of a byte to one other rank. One thread. */
sealed interface PatternCounter permits LinkCounter, TorusCounter {

    static PatternCounter of(Placement placement, Bandwidths bandwidths) {
        return placement.fabric() instanceof Torus torus ? new TorusCounter(placement, torus, bandwidths)
                : new LinkCounter(placement, bandwidths);
    }

    /** The stage in which rank 0 sends to {@code peer}. */
    Busiest count(Symmetry symmetry, int peer);

    /** All shifts at once. Each has been counted, once. */
    Busiest exchange();

    /**
     * @param link   of those with the greatest load the first; {@link StageLoad#NO_LINK} where nothing passes any
     * @param load   its bytes / its bandwidth
     * @param hops   the most links that a message passes
     * @param fewest the fewest; 0 where one stays within its node
     */
    record Busiest(int link, double load, int hops, int fewest) {
    }

    /** Sets {@code to[r]} to the rank that rank r sends to. */
    static void peers(Symmetry symmetry, int peer, int[] to) {
        int ranks = to.length;
        for (int rank = 0; rank < ranks; rank++) {
            to[rank] = symmetry == Symmetry.XOR ? rank ^ peer : rank + peer < ranks ? rank + peer : rank + peer - ranks;
        }
    }
}
