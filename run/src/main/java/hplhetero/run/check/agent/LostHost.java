package hplhetero.run.check.agent;

/**
 * The reason why a host takes no part.
 *
 * @param why    what was heard instead of an answer
 * @param remedy what to do about it; empty: the usual advice for a host that cannot be reached
 */
public record LostHost(String why, String remedy) {
}
