package hplhetero.network.simulate;

/**
 * A program for virtual ranks: begins something at time 0, and goes on each time it is told that something is done. One thread calls all
 * methods. It never calls a method while another call is running. Each method may have any rank do anything.
 */
public interface Program {

    /**
     * Begins the program at time 0. What the program does not begin here, or later when it is told that something is done, never happens.
     *
     * @param machine the ranks, also for later calls
     */
    void begin(VirtualRanks machine);

    /**
     * Tells that a rank's part of a traffic is over and that its thread has heard of this. A rank that computes hears of it when it polls.
     * The number of the traffic is not used again until this method has returned for the last of the traffic's ranks.
     *
     * @param rank    rank of the placement
     * @param traffic number that {@link VirtualRanks#add} returned
     */
    void done(int rank, int traffic);

    /**
     * Tells that a rank has done what {@link VirtualRanks#compute} gave it. The rank computes nothing now.
     *
     * @param rank rank of the placement
     * @param what number that {@link VirtualRanks#compute} was given
     */
    void woken(int rank, int what);
}
