package hplhetero.hpl.simulate;

/**
 * What a rank's thread did for a while.
 *
 * @param rank  of the world
 * @param step  panel step
 * @param doing waiting for pivots stands for the whole factorization of a panel, of which {@code share} was waiting
 * @param begin seconds since the run began
 * @param end   the same
 * @param share of waiting; 1 but for panels
 * @param link  that held up what came last of what it waited for, or -1
 */
public record Span(int rank, int step, Activity doing, double begin, double end, double share, int link) {
}
