package hplhetero.comm.protocol.remote.connect;

/**
 * The steps of a connection, named as in figures A.2 and A.3 of Yamaguchi and others, "LLC": I for steps of the rank that begins, R for
 * steps of the rank that answers.
 */
public enum ConnectionStep {
    /** The beginning rank locks the other's request word by compare-and-swap. */
    I1,
    /** The beginning rank writes into the request word at which of its command slots it waits. */
    I2,
    /** The beginning rank makes a receive ring for the other. */
    I3,
    /**
     * The answering rank finds the request and makes a receive ring. It tells the ring and where it waits, and unlocks the request word.
     */
    R1,
    /** The beginning rank learns the other's ring, so it can send from here on. */
    I4,
    /** The beginning rank tells the other of its own ring. */
    I5,
    /** The answering rank learns the beginning rank's ring, so it can send from here on, and acknowledges. */
    R2
}
