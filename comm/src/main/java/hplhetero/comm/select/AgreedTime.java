package hplhetero.comm.select;

import hplhetero.comm.schedule.Collective;

/** What the ranks take for the time of a call, each having seen its own. */
public enum AgreedTime {
    /** The mean over the ranks, as the papers have it: where all ranks do alike. */
    MEAN,
    /** That of the last rank: of a broadcast, whose root is done long before. */
    LAST;

    /** That of a collective. */
    public static AgreedTime of(Collective collective) {
        return collective == Collective.BROADCAST ? LAST : MEAN;
    }
}
