package hplhetero.run.check.agent;

/**
 * One attempt to connect.
 *
 * @param byName        whether the address is what the peer's name leads to on the trying host; else one that the peer told
 * @param address       tried; empty when the name led to none
 * @param port          tried
 * @param interfaceName of the trying host through which the way leads; empty when there is none
 * @param outcome       what came of it
 * @param detail        the system's own words, for a failure
 * @param millis        until connected or failed
 */
public record ConnectAttempt(boolean byName, String address, int port, String interfaceName, Outcome outcome, String detail,
        double millis) {

    /** What came of an attempt. */
    public enum Outcome {
        /** The peer answered. */
        REACHED,
        /** The name is not known on the trying host. */
        UNKNOWN_NAME,
        /** Nobody listens there, or a firewall says so. */
        REFUSED,
        /** No answer at all. */
        TIMED_OUT,
        /** The trying host knows no way there. */
        NO_ROUTE,
        /** Connected, but not to the peer. */
        STRANGER,
        /** Anything else. */
        FAILED
    }

    /** Whether the peer answered. */
    public boolean reached() {
        return outcome == Outcome.REACHED;
    }
}
