package hplhetero.hpl.simulate;

/**
 * A span of time in which a rank's thread did one thing.
 *
 * @param rank     number of the rank in the world
 * @param step     panel step
 * @param activity the activity; waiting for pivots stands for the whole factorization of a panel, of which {@code share} was waiting
 * @param begin    seconds from the start of the run to the begin of the span
 * @param end      seconds from the start of the run to the end of the span
 * @param share    share of waiting in the span; 1 for all but factorizations of panels
 * @param link     link that held up the last message that the span waited for, or -1
 */
public record Span(int rank, int step, Activity activity, double begin, double end, double share, int link) {
}
