package hplhetero.run.power;

/** A number that a machine tells of itself. */
@FunctionalInterface
interface Reading {
    /** What {@link #read} says where the machine does not tell. */
    long UNKNOWN = Long.MIN_VALUE;

    /** The number now, or {@link #UNKNOWN}. */
    long read();
}
