package hplhetero.network.simulate;

import hplhetero.network.model.PlacedTraffic;

/**
 * What a {@link Program} may have ranks do. Ranks are those of the placement. To be called from the program's methods only.
 *
 * <p>A rank's thread pays overheads in the order in which they come, and computes when there are none. While it computes it hears of
 * nothing but where it polls: of what is there at t, having begun at t0, at t0 + ceil((t - t0) / gap) gap, or when it is done, if that is
 * before. This holds for messages that come, of all stages, and for traffics that are over. It holds not for bytes, which flow by
 * themselves, nor for stages that begin: what a rank sends because of what it has heard of goes as soon as what it sent before has left,
 * as an executor has handed it over by then. The overheads of what it hears of delay what is left of the computing, and its polls.
 */
public interface VirtualRanks {

    /** Virtual seconds since {@link Program#begin}. */
    double now();

    /**
     * A traffic that ranks can join. Its messages to a rank that has not joined wait for it.
     *
     * @return its number; used again when all its ranks are done with it
     * @throws IllegalArgumentException when it has ranks that the placement has not
     */
    int add(PlacedTraffic traffic);

    /**
     * A rank begins its part of a traffic now, even while it computes; {@link Program#done} tells when it is over. Each rank of a traffic
     * joins once. It may be under way in several.
     *
     * @throws IllegalArgumentException when the rank does not take part in it
     * @throws IllegalStateException    when it has joined already
     */
    void join(int traffic, int rank);

    /**
     * The rank's thread computes from now on, or from when it has paid the overheads that it owes; {@link Program#woken} tells when it is
     * done.
     *
     * @param seconds &gt;= 0
     * @param pollGap seconds of computing between polls, &gt; 0; infinite where it polls only when it is done
     * @param what    to be told again
     * @throws IllegalStateException when it computes already
     */
    void compute(int rank, double seconds, double pollGap, int what);
}
