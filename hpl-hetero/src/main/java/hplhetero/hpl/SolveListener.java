package hplhetero.hpl;

/** Hears how far a solve is. Called on rank 0's thread, between panels: must return at once. */
@FunctionalInterface
public interface SolveListener {

    SolveListener NONE = (hplCase, columns, nanos) -> { };

    /**
     * @param hplCase what is solved
     * @param columns columns factored so far, 0..n
     * @param nanos   time since the clock started
     */
    void factored(HplCase hplCase, int columns, long nanos);
}
