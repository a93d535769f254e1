package hplhetero.network.schedule;

/**
 * A buffer in pieces, one for each of some ranks: of one size but for those at the end, which may have no bytes.
 *
 * @param pieces how many
 * @param bytes  of the buffer
 */
public record Cuts(int pieces, long bytes) implements PieceLayout {
    /** Pieces begin at multiples of so many bytes: no element is cut. */
    public static final int ALIGNMENT_BYTES = 8;

    @Override
    public long offset(int piece) {
        return Math.min(piece * Math.ceilDiv(bytes, pieces * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES, bytes);
    }
}
