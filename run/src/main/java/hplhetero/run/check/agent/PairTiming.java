package hplhetero.run.check.agent;

/**
 * The time of messages between two hosts.
 *
 * @param from           the host that sent first
 * @param to             the other host
 * @param by             what the messages went by: an address and an interface, or ranks
 * @param latencySeconds half the median round trip of 8 bytes, in seconds
 * @param bytesPerSecond rate of large messages, one way
 * @param problem        why nothing could be measured; empty where it was
 */
public record PairTiming(String from, String to, String by, double latencySeconds, double bytesPerSecond, String problem) {

    /** Returns whether the pair could be measured. */
    public boolean measured() {
        return problem.isEmpty();
    }
}
