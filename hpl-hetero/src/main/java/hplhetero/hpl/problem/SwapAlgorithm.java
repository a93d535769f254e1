package hplhetero.hpl.problem;

import hplhetero.comm.Sites;

/** SWAP, in the order of HPL.dat: how the rows of U come together within a process column. */
public enum SwapAlgorithm {
    /** HPL_pdlaswp00. */
    BINARY_EXCHANGE,
    /** Spread-roll, "long": HPL_pdlaswp01. */
    SPREAD_ROLL,
    /** Binary exchange up to the swapping threshold's number of columns, spread-roll above. */
    MIX;

    /**
     * What is done in a process column whose ranks are at these sites: between several spread-roll, whatever is asked for. Binary exchange
     * would bring all leaving rows to all ranks, and those of U across more than once.
     */
    public SwapAlgorithm among(Sites sites) {
        return sites.one() ? this : SPREAD_ROLL;
    }

    /**
     * The one of the other two that so many columns are swapped by.
     *
     * @param threshold columns up to which {@link #MIX} takes binary exchange
     */
    public SwapAlgorithm taken(double columns, int threshold) {
        return this != MIX ? this : columns <= threshold ? BINARY_EXCHANGE : SPREAD_ROLL;
    }
}
