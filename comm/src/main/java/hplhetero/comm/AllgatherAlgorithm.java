package hplhetero.comm;

/** How pieces of unlike size, one of each rank, come together on all ranks. */
public enum AllgatherAlgorithm {
    /** Recursive doubling, log2 P steps; other counts than powers of two fold the excess ranks (binary exchange). */
    BINARY_EXCHANGE,
    /** P - 1 steps around a ring, each piece crossing every link once (the roll of spread-roll). */
    RING
}
