package hplhetero.network.topology;

/** The error that tells that the tables of a fabric do not bring every message to its node. */
public final class NoRouteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String at;

    NoRouteException(String message, String at) {
        super(message);
        this.at = at;
    }

    /**
     * Returns the name of the switch or node at which the route of a message ends or goes in circles: the one whose routing table has no
     * entry for the destination, or to which the message comes a second time.
     */
    public String at() {
        return at;
    }
}
