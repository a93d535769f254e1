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

    /** Reports to the sink the two messages of one rank in a round that only tells that ranks have come: both messages have no bytes. */
    public static void tell(int round, int rank, int size, Traffic.Sink sink) {
        sink.receive(Math.floorMod(rank - (1 << round), size), 0);
        sink.send((rank + (1 << round)) % size, 0);
    }
}
