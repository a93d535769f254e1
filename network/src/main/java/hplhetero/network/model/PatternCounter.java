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

    /**
     * Counts what passes each link in a stage in which each rank sends one byte: rank 0 to {@code peer}, and other ranks as {@code
     * symmetry} says. Returns the most loaded link.
     */
    Busiest count(Symmetry symmetry, int peer);

    /**
     * Returns the most loaded link of a stage in which each rank sends one byte to each other rank. Each shift must have been counted
     * before by {@link #count}, once.
     */
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

    /**
     * Fills {@code to} with the rank that each rank sends to, where rank 0 sends to {@code peer} and the others as {@code symmetry} says.
     *
     * @param to out: receiver of each rank's message, indexed by rank; its length is the number of ranks
     */
    static void peers(Symmetry symmetry, int peer, int[] to) {
        int ranks = to.length;
        for (int rank = 0; rank < ranks; rank++) {
            to[rank] = symmetry == Symmetry.XOR ? rank ^ peer : rank + peer < ranks ? rank + peer : rank + peer - ranks;
        }
    }
}
