package hplhetero.network.schedule;

/**
 * Dissemination (Hensgen, Finkel, Manber): in round k each rank sends all it knows to the rank 2^k after it, cyclically. After the last
 * round all ranks know everything.
 */
public final class Dissemination {
    private Dissemination() {
    }

    /** Returns the number of rounds among {@code size} ranks: ceil(log2 size). */
    public static int rounds(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /**
     * Reports to the sink the two messages of one rank in a round of a barrier by dissemination: one to the rank 2^round after it, and one
     * from the rank 2^round before it, cyclically. Both have no bytes, since they only tell that their sender has come.
     *
     * @param round number of the round, 0 .. {@link #rounds} - 1
     * @param rank  rank whose messages are reported, 0 .. size - 1
     * @param size  number of ranks
     * @param sink  receiver of the reports
     */
    public static void tell(int round, int rank, int size, Traffic.Sink sink) {
        sink.receive(Math.floorMod(rank - (1 << round), size), 0);
        sink.send((rank + (1 << round)) % size, 0);
    }
}
