package hplhetero.run.check.agent;

/**
 * What messages between two hosts take.
 *
 * @param from           the one that sent first
 * @param to             the other
 * @param by             the way: an address and an interface, or ranks
 * @param latencySeconds half a round trip of 8 bytes, median
 * @param bytesPerSecond of large messages, one way
 * @param problem        why nothing could be measured; empty: it was
 */
public record PairTiming(String from, String to, String by, double latencySeconds, double bytesPerSecond, String problem) {

    /** Whether it could be measured. */
    public boolean measured() {
        return problem.isEmpty();
    }
}
