package hplhetero.comm;

/** What one call of {@link Operation#poll()} achieved. */
public enum Progress {
    /** Nothing could be done: the operation waits for another rank. */
    IDLE,
    /** The operation moved on, but is not complete. */
    ADVANCED,
    /** The operation is complete; its buffers belong to the caller again. */
    DONE
}
