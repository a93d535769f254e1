package hplhetero.hpl.plan.map;

/** The kinds of maps that are planned. */
public enum MapKind {
    /** Netlib's block-cyclic map: every rank the same. */
    CYCLIC,
    /** Several cells of a virtual grid a rank, dealt cyclically. */
    CELLS,
    /** One cell a rank, block sequences by reverse greedy. */
    WEIGHTED,
    /** One row of ranks whose block columns are shared by up to P of them each: finer shares, more messages. */
    SHARED;

    /** Whether such a map takes long to find on many ranks. */
    public boolean slow() {
        return this == CELLS || this == SHARED;
    }
}
