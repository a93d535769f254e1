package hplhetero.comm.collective;

/** Word gets from every rank to every other when in round k each tells the one 2^k after it all it knows. */
final class Dissemination {
    private Dissemination() {
    }

    /** ceil(log2 size). */
    static int rounds(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }
}
