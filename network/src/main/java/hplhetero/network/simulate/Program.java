package hplhetero.network.simulate;

/**
 * What ranks do, one thing after the other: begins something at 0, and goes on as it is told that something is done. It is told by one
 * thread, never while it is already being told of something, and it may have any rank do anything then.
 */
public interface Program {

    /** At time 0. What it does not begin here or later never happens. */
    void begin(VirtualRanks machine);

    /**
     * A rank's part of a traffic is over, and its thread hears of it: if it computes, where it polls. The traffic's number stays its own
     * until this method returns for the last of its ranks.
     *
     * @param rank    of the placement
     * @param traffic as {@link VirtualRanks#add} numbered it
     */
    void done(int rank, int traffic);

    /** What {@link VirtualRanks#compute} was to do is done. The rank computes nothing now. */
    void woken(int rank, int what);
}
