package hplhetero.comm;

/** A point-to-point message in flight. */
public interface Request extends Operation {

    /** The sending rank of a completed receive; the destination rank of a send. */
    int peer();

    /** Bytes received (which may be fewer than the buffer holds) or sent. Valid once complete. */
    long bytes();

    /**
     * Gives a completed request back, so that its transport may use it for another message and a loop of
     * messages allocates nothing. Optional; afterwards this object must not be touched again. A request that
     * is not released stays valid for as long as it is referenced.
     */
    default void release() {
    }
}
