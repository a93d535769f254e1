package hplhetero.comm.select;

import hplhetero.network.schedule.Collective;

/** What the ranks take for the time of a call, each having seen its own. */
public enum AgreedTime {
    /** The mean over the ranks, as the papers have it of alltoall, in which all ranks do alike. */
    MEAN,
    /** That of the last rank: where an algorithm may serve some ranks long before others. */
    LAST;

    /** That of a collective. */
    public static AgreedTime of(Collective collective) {
        return collective == Collective.ALLTOALL ? MEAN : LAST;
    }

    /** Of a call that takes so long on the mean of the ranks, and on the last one. */
    public double of(double mean, double last) {
        return this == MEAN ? mean : last;
    }
}
