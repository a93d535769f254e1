package hplhetero.run.power;

/** A number that a machine tells of itself. */
@FunctionalInterface
interface Reading {
    /** Value of {@link #read} where the machine does not tell. */
    long UNKNOWN = Long.MIN_VALUE;

    /** Returns the number now, or {@link #UNKNOWN}. */
    long read();
}
