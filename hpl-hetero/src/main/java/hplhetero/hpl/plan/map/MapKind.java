package hplhetero.hpl.plan.map;

/** The kinds of maps that the planner makes. */
public enum MapKind {
    /** Netlib's block-cyclic map: every rank has an equal share. */
    CYCLIC,
    /** Several cells of a virtual grid for each rank, dealt cyclically. */
    CELLS,
    /** One cell for each rank, with block sequences by reverse greedy. */
    WEIGHTED,
    /** One row of ranks whose block columns are shared by up to P of them each: finer shares, more messages. */
    SHARED;

    /** Returns whether finding a map of this kind takes long where there are many ranks. */
    public boolean slow() {
        return this == CELLS || this == SHARED;
    }
}
