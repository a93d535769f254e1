package hplhetero.network.simulate;

/**
 * A listener that hears what happens in a run, each thing as soon as it is over; for drawings of runs. Ranks are those of the placement,
 * times are virtual seconds.
 */
public interface Observer {
    /** Value of {@code what} for the work of a {@link WorkingTraffic}, which has no number from {@link VirtualRanks#compute}. */
    int WORK = -1;
    /** Value of {@code limitedBy} for a message that has no bytes or that stays within a node. */
    int NO_LINK = -1;

    /**
     * Tells that a rank has computed. The time includes the overheads of messages that the rank heard of meanwhile.
     *
     * @param rank rank of the placement
     * @param from virtual time at which the rank began
     * @param to   virtual time at which the rank was done
     * @param what number that {@link VirtualRanks#compute} was given, or {@link #WORK}
     */
    void computes(int rank, double from, double to, int what);

    /**
     * Tells that a message has arrived. The message may have to wait for its receiver after this.
     *
     * @param traffic   number of the message's traffic; told before {@link Program#done} of the receiver
     * @param from      rank of the placement that sends
     * @param to        rank of the placement that receives
     * @param bytes     length of the message
     * @param sent      virtual time at which its send overhead began
     * @param begun     virtual time at which its first byte left
     * @param arrived   virtual time at which its last byte was there
     * @param limitedBy link of its route that held its share of bandwidths lowest at last, the first of several; or {@link #NO_LINK}
     */
    void message(int traffic, int from, int to, long bytes, double sent, double begun, double arrived, int limitedBy);
}
