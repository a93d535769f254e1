package hplhetero.results;

/**
 * The power that all hosts of a run took together while they had nothing to do, measured before the first test.
 *
 * @param watts   mean power in watts
 * @param seconds how long it was measured, in seconds
 * @param source  what measured the power, and what that covers
 */
public record IdlePower(double watts, double seconds, String source) {
}
