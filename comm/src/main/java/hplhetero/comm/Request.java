package hplhetero.comm;

/** A point-to-point message in flight, a send or a receive. */
public interface Request extends Operation {

    /** Returns the sender's rank for a completed receive, or the destination rank for a send. */
    int peer();

    /** Returns the number of bytes sent or received; a receive may get fewer than its buffer holds. Valid once the request is complete. */
    long bytes();

    /**
     * Gives a completed request back, so that its transport may use the object for another message and a loop of messages allocates
     * nothing. Optional; afterwards this object must not be touched again. A request that is not released stays valid for as long as it is
     * referenced.
     */
    default void release() {
    }
}
