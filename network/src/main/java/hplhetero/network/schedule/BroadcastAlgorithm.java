package hplhetero.network.schedule;

/** The six panel broadcasts of HPL, in the order of HPL.dat's BCAST line (HPL_bcast_*). */
public enum BroadcastAlgorithm {
    /** Increasing ring: each rank forwards to the next one. */
    RING("1ring"),
    /** Increasing ring, modified: the rank after the root receives first and forwards nothing. */
    RING_M("1ringM"),
    /** Two rings, each over half of the ranks. */
    TWO_RING("2ring"),
    /** Two rings, modified as in {@link #RING_M}. */
    TWO_RING_M("2ringM"),
    /** Bandwidth-reducing: spread (scatter) and roll (ring allgather). */
    LONG("Blong"),
    /** Bandwidth-reducing (spread and roll), modified as in {@link #RING_M}. */
    LONG_M("BlongM");

    private final String hplName;

    BroadcastAlgorithm(String hplName) {
        this.hplName = hplName;
    }

    /** Returns netlib's word for this broadcast in the BCAST line of an output, without padding. */
    public String hplName() {
        return hplName;
    }
}
