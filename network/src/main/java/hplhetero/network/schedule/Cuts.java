package hplhetero.network.schedule;

/**
 * A buffer in pieces, one for each of some ranks: of one size but for those at the end, which may have no bytes.
 *
 * @param pieces how many
 * @param bytes  of the buffer
 */
public record Cuts(int pieces, long bytes) {
    /** Pieces begin at multiples of so many bytes: no element is cut. */
    public static final int ALIGNMENT_BYTES = 8;

    /** The byte at which a piece begins. */
    public long offset(int index) {
        return Math.min(index * Math.ceilDiv(bytes, pieces * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES, bytes);
    }

    /** The bytes of the pieces from {@code first} up to, not including, {@code end}. */
    public long length(int first, int end) {
        return offset(end) - offset(first);
    }
}
