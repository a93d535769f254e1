package hplhetero.comm;

/** A message could not be exchanged: the transport failed, or another rank has ended the run. */
public final class CommException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommException(String message) {
        super(message);
    }

    public CommException(String message, Throwable cause) {
        super(message, cause);
    }
}
