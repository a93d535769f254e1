package hplhetero.run.check.agent;

/**
 * An attempt to connect to a peer.
 *
 * @param byName        whether the address is what the peer's name leads to on the trying host; else the peer told it
 * @param address       the address tried; empty when the name led to none
 * @param port          the port tried
 * @param interfaceName the interface of the trying host that leads to the address; empty when there is none
 * @param outcome       the outcome of the attempt
 * @param detail        the system's own words, for a failure
 * @param millis        time until connected or failed, in milliseconds
 */
public record ConnectAttempt(boolean byName, String address, int port, String interfaceName, Outcome outcome, String detail,
        double millis) {

    /** The outcome of an attempt to connect. */
    public enum Outcome {
        /** The peer was reached and answered. */
        REACHED,
        /** The peer's name is not known on the trying host. */
        UNKNOWN_NAME,
        /** Nobody listens at the port, or a firewall says so. */
        REFUSED,
        /** No answer came within the time. */
        TIMED_OUT,
        /** The trying host knows no route to the address. */
        NO_ROUTE,
        /** The connection was made, but not to the peer. */
        STRANGER,
        /** The attempt failed in another way. */
        FAILED
    }

    /** Returns whether the peer answered. */
    public boolean reached() {
        return outcome == Outcome.REACHED;
    }
}
