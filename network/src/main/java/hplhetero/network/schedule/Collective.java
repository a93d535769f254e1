package hplhetero.network.schedule;

/** What ranks do together; the meaning of the bytes that {@link Algorithm#traffic} is asked for. */
public enum Collective {
    /** One rank's buffer goes to all: its bytes. */
    BROADCAST("bcast"),
    /** Each rank has a piece for each other: the bytes of one piece. */
    ALLTOALL("alltoall"),
    /** Each rank has a piece for all others: the bytes of one piece. */
    ALLGATHER("allgather"),
    /** All ranks' buffers are combined: the bytes of one. */
    ALLREDUCE("allreduce"),
    /** Each rank has a piece for the root: the bytes of one piece. */
    GATHER("gather"),
    /** Nobody passes before all have come: no bytes. */
    BARRIER("barrier"),
    /** The best candidate and the root's current row go to all: the bytes of a candidate's payload. */
    PIVOT_EXCHANGE("pivot");

    private final String label;

    Collective(String label) {
        this.label = label;
    }

    /** The word for it in options: {@code bcast}. */
    public String label() {
        return label;
    }
}
