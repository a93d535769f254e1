package hplhetero.comm.select;

/**
 * An algorithm by which a collective may be done, with the time predicted for it.
 *
 * @param label     the algorithm's label, unique among the algorithms of its collective
 * @param predicted the seconds that a call is predicted to take, or NaN where nothing is known
 */
public record Candidate(String label, double predicted) {
}
