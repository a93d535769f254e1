package hplhetero.comm.collective;

/** Dissemination (Hensgen, Finkel, Manber): in round k each rank sends all it knows to the one 2^k after it; then all know all. */
final class Dissemination {
    private Dissemination() {
    }

    /** ceil(log2 size). */
    static int rounds(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }
}
