package hplhetero.network.schedule;

/** The collective operations. Each constant also defines which bytes the argument of {@link Algorithm#traffic} counts. */
public enum Collective {
    /** One rank's buffer goes to all ranks. Bytes count the buffer. */
    BROADCAST("bcast"),
    /** Each rank has one piece for each other rank. Bytes count one piece. */
    ALLTOALL("alltoall"),
    /** Each rank has one piece that goes to all other ranks. Bytes count one piece. */
    ALLGATHER("allgather"),
    /** The buffers of all ranks are combined, and each rank gets the result. Bytes count one buffer. */
    ALLREDUCE("allreduce"),
    /** Each rank has one piece for the root. Bytes count one piece. */
    GATHER("gather"),
    /** No rank passes before all ranks have come. No bytes are sent with the messages. */
    BARRIER("barrier"),
    /** The best pivot candidate and the root's current row go to all ranks. Bytes count the payload of one candidate. */
    PIVOT_EXCHANGE("pivot");

    private final String label;

    Collective(String label) {
        this.label = label;
    }

    /** Returns the word by which options name this collective, such as {@code bcast}. */
    public String label() {
        return label;
    }
}
