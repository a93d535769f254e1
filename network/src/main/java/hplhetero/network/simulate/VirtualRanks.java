package hplhetero.network.simulate;

import hplhetero.network.model.PlacedTraffic;

/**
 * The operations that a {@link Program} may have ranks do. Ranks are those of the placement. Call them from the program's methods only.
 *
 * <p>A rank's thread pays overheads in the order in which they come, and computes when there are none. While it computes it hears of things
 * only when it polls. What is there at time t is heard at t0 + ceil((t - t0) / gap) gap, where the rank began to compute at t0, or when the
 * computing is done if this is earlier. This holds for messages that come, of all stages, and for traffics that are over. It does not hold
 * for bytes, which flow by themselves, nor for stages that begin. What a rank sends because of what it has heard of goes as soon as what it
 * sent before has left, since an executor has handed it over by then. The overheads of what a rank hears of delay what is left of its
 * computing, and its polls.
 */
public interface VirtualRanks {

    /** Returns the virtual seconds since {@link Program#begin}. */
    double now();

    /**
     * Adds a traffic that ranks can join. Messages of the traffic to a rank that has not joined wait for this rank.
     *
     * @return number of the traffic; used again when all ranks of the traffic are done with it
     * @throws IllegalArgumentException when the traffic has ranks that the placement does not have
     */
    int add(PlacedTraffic traffic);

    /**
     * Has a rank begin its part of a traffic now, even while it computes; {@link Program#done} tells when this part is over. Each rank of a
     * traffic joins once. A rank may have several traffics under way.
     *
     * @param traffic number that {@link #add} returned
     * @param rank    rank of the placement
     * @throws IllegalArgumentException when the rank does not take part in the traffic
     * @throws IllegalStateException    when the rank has joined the traffic already
     */
    void join(int traffic, int rank);

    /**
     * Has a rank's thread compute from now on, or from when it has paid the overheads that it owes; {@link Program#woken} tells when this
     * is done.
     *
     * @param rank    rank of the placement
     * @param seconds time of computing, in seconds, &gt;= 0
     * @param pollGap seconds of computing between polls, &gt; 0; infinite where the rank polls only when it is done
     * @param what    number that the program is told again by {@link Program#woken}
     * @throws IllegalArgumentException when {@code seconds} is negative or not finite, or {@code pollGap} is not positive
     * @throws IllegalStateException    when the rank computes already
     */
    void compute(int rank, double seconds, double pollGap, int what);
}
