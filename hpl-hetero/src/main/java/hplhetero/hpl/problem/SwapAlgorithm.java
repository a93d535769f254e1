package hplhetero.hpl.problem;

import hplhetero.comm.Sites;

/** The row swap algorithms (SWAP), in the order of their numbers in HPL.dat: how the rows of U come together within a process column. */
public enum SwapAlgorithm {
    /** Binary exchange, as in HPL_pdlaswp00: rows come together by recursive doubling. */
    BINARY_EXCHANGE,
    /** Spread-roll ("long"), as in HPL_pdlaswp01: rows are spread, then the rows of U roll around a ring. */
    SPREAD_ROLL,
    /** The mix of both: binary exchange for as many columns as the swapping threshold or fewer, spread-roll for more. */
    MIX;

    /**
     * Returns the algorithm by which a process column swaps rows: this one where all of its ranks are at one site, a group of hosts with no
     * slower link between them; spread-roll where they are at several. Binary exchange would bring all leaving rows to all ranks, and send
     * rows of U from site to site more than once.
     *
     * @param sites site of each rank of the process column
     */
    public SwapAlgorithm among(Sites sites) {
        return sites.one() ? this : SPREAD_ROLL;
    }

    /**
     * Returns the algorithm that swaps {@code columns} columns: binary exchange or spread-roll, of which {@link #MIX} takes one by the
     * threshold.
     *
     * @param columns   number of columns that are swapped together
     * @param threshold largest number of columns for which {@link #MIX} takes binary exchange
     */
    public SwapAlgorithm taken(double columns, int threshold) {
        return this != MIX ? this : columns <= threshold ? BINARY_EXCHANGE : SPREAD_ROLL;
    }
}
