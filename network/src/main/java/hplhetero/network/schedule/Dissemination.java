package hplhetero.network.schedule;

/** Dissemination (Hensgen, Finkel, Manber): in round k each rank sends all it knows to the one 2^k after it; then all know all. */
public final class Dissemination {
    private Dissemination() {
    }

    /** ceil(log2 size). */
    public static int rounds(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    /** A round in which ranks tell only that they have come. */
    public static void tell(int round, int rank, int size, Traffic.Sink sink) {
        sink.receive(Math.floorMod(rank - (1 << round), size), 0);
        sink.send((rank + (1 << round)) % size, 0);
    }
}
