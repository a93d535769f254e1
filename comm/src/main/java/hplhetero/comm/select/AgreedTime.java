package hplhetero.comm.select;

import hplhetero.network.schedule.Collective;

/** The time of a call on which the ranks agree, after each rank has measured its own. */
public enum AgreedTime {
    /** The mean over the ranks. The papers take it for alltoall, in which all ranks do alike. */
    MEAN,
    /** The time of the last rank, for collectives in which an algorithm may serve some ranks long before others. */
    LAST;

    /** Returns the time that counts for a collective: the mean for alltoall, else that of the last rank. */
    public static AgreedTime of(Collective collective) {
        return collective == Collective.ALLTOALL ? MEAN : LAST;
    }

    /**
     * Returns the time that counts for a call, in seconds: {@code mean} for {@link #MEAN}, {@code last} for {@link #LAST}.
     *
     * @param mean the mean of the ranks' times, in seconds
     * @param last the time of the last rank, in seconds
     */
    public double of(double mean, double last) {
        return this == MEAN ? mean : last;
    }
}
