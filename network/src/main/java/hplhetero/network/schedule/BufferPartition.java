package hplhetero.network.schedule;

/**
 * The cut of a buffer into one piece for each of some ranks. All pieces have one size, except those at the end, which may be shorter or
 * empty.
 *
 * @param pieces number of pieces
 * @param bytes  length of the buffer, in bytes
 */
public record BufferPartition(int pieces, long bytes) implements PieceLayout {
    /** Unit of piece offsets, in bytes: pieces begin at multiples of this number, so no element of 8 bytes is cut. */
    public static final int ALIGNMENT_BYTES = 8;

    @Override
    public long offset(int piece) {
        return Math.min(piece * Math.ceilDiv(bytes, pieces * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES, bytes);
    }
}
