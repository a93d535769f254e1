package hplhetero.network.model;

import hplhetero.network.schedule.Traffic.Symmetry;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Torus;

/** A counter of what passes each link while each rank of a placement sends a message of one byte to one other rank. For one thread. */
sealed interface PatternCounter permits LinkCounter, TorusCounter {

    /** Returns the fastest counter for the placement's fabric. */
    static PatternCounter of(Placement placement, Bandwidths bandwidths) {
        return placement.fabric() instanceof Torus torus ? new TorusCounter(placement, torus, bandwidths)
                : new LinkCounter(placement, bandwidths);
    }

    /** Counts the stage in which rank 0 sends to {@code peer} and the peers of other ranks follow by {@code symmetry}. */
    Busiest count(Symmetry symmetry, int peer);

    /** Returns the load of all shifts at once, an exchange of all ranks with all. Each shift must have been counted before, once. */
    Busiest exchange();

    /**
     * The result of a count.
     *
     * @param link   link with the greatest load, the first of several; {@link StageLoad#NO_LINK} where nothing passes any link
     * @param load   bytes on this link / its bandwidth
     * @param hops   most links that a message passes
     * @param fewest fewest links that a message passes; 0 where a message stays within its node
     */
    record Busiest(int link, double load, int hops, int fewest) {
    }

    /** Sets {@code to[r]} to the rank that rank r sends to, where rank 0 sends to {@code peer}. */
    static void peers(Symmetry symmetry, int peer, int[] to) {
        int ranks = to.length;
        for (int rank = 0; rank < ranks; rank++) {
            to[rank] = symmetry == Symmetry.XOR ? rank ^ peer : rank + peer < ranks ? rank + peer : rank + peer - ranks;
        }
    }
}
