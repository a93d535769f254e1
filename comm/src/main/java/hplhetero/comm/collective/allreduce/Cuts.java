package hplhetero.comm.collective.allreduce;

/** A buffer in pieces, so that each rank combines only some: of one size but for those at the end, which may have no bytes. */
record Cuts(int pieces, long bytes) {
    /** Pieces begin at multiples of so many bytes: no element is cut. */
    static final int ALIGNMENT_BYTES = 8;

    long offset(int index) {
        return Math.min(index * Math.ceilDiv(bytes, pieces * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES, bytes);
    }

    /** The bytes of the pieces from {@code first} up to, not including, {@code end}. */
    long length(int first, int end) {
        return offset(end) - offset(first);
    }
}
