package hplhetero.network.topology;

/** The error that tells that the tables of a fabric do not bring every message to its node. */
public final class NoRouteException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String at;

    NoRouteException(String message, String at) {
        super(message);
        this.at = at;
    }

    /** Returns the name of the switch or node that has no entry, or to which a message comes a second time. */
    public String at() {
        return at;
    }
}
