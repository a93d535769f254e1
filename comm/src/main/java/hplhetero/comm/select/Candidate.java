package hplhetero.comm.select;

/**
 * An algorithm that a collective may be done by.
 *
 * @param label     its name
 * @param predicted seconds, or NaN where nothing is known
 */
public record Candidate(String label, double predicted) {
}
