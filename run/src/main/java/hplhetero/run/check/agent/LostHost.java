package hplhetero.run.check.agent;

/**
 * Why a host takes no part.
 *
 * @param why    what was heard instead
 * @param remedy what to do about it; empty: what helps where a host cannot be reached
 */
public record LostHost(String why, String remedy) {
}
