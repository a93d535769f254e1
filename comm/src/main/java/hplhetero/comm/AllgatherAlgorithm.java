package hplhetero.comm;

/** The algorithms by which pieces of unlike size, one of each rank, come together on all P ranks. */
public enum AllgatherAlgorithm {
    /** Recursive doubling in log2 P steps (HPL's binary exchange). Where P is no power of two, the excess ranks are folded in. */
    BINARY_EXCHANGE,
    /** A ring of P - 1 steps, in which each piece crosses a link at most once (the roll of spread-roll). */
    RING
}
