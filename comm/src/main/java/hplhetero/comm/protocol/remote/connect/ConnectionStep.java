package hplhetero.comm.protocol.remote.connect;

/** The steps of a connection, as figures A.2 and A.3 of the paper name them: I of the rank that begins, R of the rank that answers. */
public enum ConnectionStep {
    /** Locks the other's request word by compare-and-swap. */
    I1,
    /** Writes there at which command slot it waits. */
    I2,
    /** Makes a receive ring for the other. */
    I3,
    /** Finds the request, makes a receive ring, tells of it and where it waits, and unlocks the request word. */
    R1,
    /** Learns the other's ring: can send from here on. */
    I4,
    /** Tells of its own ring. */
    I5,
    /** Learns the first one's ring, can send from here on, and acknowledges. */
    R2
}
