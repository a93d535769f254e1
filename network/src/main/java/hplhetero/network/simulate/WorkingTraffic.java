package hplhetero.network.simulate;

import hplhetero.network.schedule.Traffic;

/** A traffic whose ranks have something to compute before they send in a stage, as the search for pivots between their exchanges. */
public interface WorkingTraffic extends Traffic {

    /**
     * What this rank's thread computes as it begins the stage, before the overheads of its messages; it does not poll meanwhile. A
     * simulator counts this, prices do not.
     *
     * @param rank of the traffic
     * @return seconds, &gt;= 0
     */
    double seconds(int stage, int rank);
}
