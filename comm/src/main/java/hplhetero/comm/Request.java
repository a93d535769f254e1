package hplhetero.comm;

/** A point-to-point message in flight. */
public interface Request extends Operation {

    /** The sending rank of a completed receive; the destination rank of a send. */
    int peer();

    /** Bytes received (which may be fewer than the buffer holds) or sent. Valid once complete. */
    long bytes();
}
