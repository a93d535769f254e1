package hplhetero.hpl.simulate;

/**
 * Where the time of a rank's thread went until the factorization was over everywhere, seconds.
 *
 * @param rank   of the world
 * @param update computing updates, and packing
 * @param panel  factoring panels
 * @param pivots waiting for pivots
 * @param rows   waiting for swapped rows
 * @param panels waiting for panels
 * @param after  when its part was over, before the last one's
 */
public record RankTime(int rank, double update, double panel, double pivots, double rows, double panels, double after) {
}
