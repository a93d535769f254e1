package hplhetero.network.simulate;

/** Hears what happens in a run, as soon as it is over; for pictures. Ranks are those of the placement, times virtual seconds. */
public interface Observer {
    /** In the place of what is computed: the work of a {@link WorkingTraffic}. */
    int WORK = -1;
    /** In the place of a link: no bytes, or none between nodes. */
    int NO_LINK = -1;

    /**
     * A rank computed, with the overheads of what it heard of meanwhile.
     *
     * @param what as {@link VirtualRanks#compute} was given, or {@link #WORK}
     */
    void computes(int rank, double from, double to, int what);

    /**
     * A message is there. It may have waited for its receiver.
     *
     * @param traffic     its number; told before {@link Program#done} of it
     * @param sent        when its send overhead began
     * @param begun       when its first byte was there
     * @param arrived     when its last byte was there
     * @param limitedBy the link of its route that held its share of bandwidths lowest at last, of several the first; or {@link #NO_LINK}
     */
    void message(int traffic, int from, int to, long bytes, double sent, double begun, double arrived, int limitedBy);
}
