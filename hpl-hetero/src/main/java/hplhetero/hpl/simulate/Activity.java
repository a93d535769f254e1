package hplhetero.hpl.simulate;

/** The activity of a rank's thread. */
public enum Activity {
    /** The thread computes the update, or packs what the update needs; it looks at messages now and then. */
    UPDATE,
    /** The thread factors a panel, without the time in which it waits for pivots. */
    PANEL,
    /** The thread waits for the pivots of the panel that it factors with other ranks. */
    WAITING_FOR_PIVOTS,
    /** The thread waits for swapped rows. */
    WAITING_FOR_ROWS,
    /** The thread waits for a panel that other ranks have factored. */
    WAITING_FOR_PANEL,
    /** The thread has done its part of the run, or has none. */
    NOTHING
}
