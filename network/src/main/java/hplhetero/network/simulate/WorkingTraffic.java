package hplhetero.network.simulate;

import hplhetero.network.schedule.Traffic;

/** A traffic whose ranks compute before they send in a stage, for example the search for pivots between the exchanges of a panel. */
public interface WorkingTraffic extends Traffic {

    /**
     * Returns how long a rank's thread computes as it begins a stage, before the overheads of its messages. The rank does not poll
     * meanwhile. A simulator counts this time, prices do not.
     *
     * @param stage stage that begins
     * @param rank  rank number in the traffic
     * @return seconds, &gt;= 0
     */
    double seconds(int stage, int rank);
}
