package hplhetero.network.schedule;

/** The six panel broadcasts of HPL, in the order of HPL.dat's BCAST line (HPL_bcast_*). */
public enum BroadcastAlgorithm {
    /** Increasing ring. */
    RING("1ring"),
    /** Increasing ring, modified: the rank after the root receives first and forwards nothing. */
    RING_M("1ringM"),
    /** Two rings, each over half of the ranks. */
    TWO_RING("2ring"),
    /** Two rings, modified. */
    TWO_RING_M("2ringM"),
    /** Bandwidth-reducing: spread (scatter) and roll (ring allgather). */
    LONG("Blong"),
    /** Bandwidth-reducing, modified. */
    LONG_M("BlongM");

    private final String hplName;

    BroadcastAlgorithm(String hplName) {
        this.hplName = hplName;
    }

    /** Netlib's word for it in an output's BCAST line, without padding. */
    public String hplName() {
        return hplName;
    }
}
