package hplhetero.hpl.simulate;

/** What a rank's thread is at. */
public enum Activity {
    /** It computes the update, or packs what it needs; looks at messages now and then. */
    UPDATE,
    /** It factors a panel, without the time in which it waits for pivots. */
    PANEL,
    /** It waits for the pivots of the panel that it factors with others. */
    WAITING_FOR_PIVOTS,
    /** It waits for swapped rows. */
    WAITING_FOR_ROWS,
    /** It waits for a panel that others have factored. */
    WAITING_FOR_PANEL,
    /** It has done its part of the run, or has none. */
    NOTHING
}
