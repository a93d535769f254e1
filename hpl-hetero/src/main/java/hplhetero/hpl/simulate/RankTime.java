package hplhetero.hpl.simulate;

/**
 * The seconds of a rank's thread by activity, until the factorization was over everywhere.
 *
 * @param rank   number of the rank in the world
 * @param update seconds computing updates, and packing
 * @param panel  seconds factoring panels
 * @param pivots seconds waiting for pivots
 * @param rows   seconds waiting for swapped rows
 * @param panels seconds waiting for panels
 * @param after  seconds from the end of the rank's own part to the end of the last rank's
 */
public record RankTime(int rank, double update, double panel, double pivots, double rows, double panels, double after) {
}
