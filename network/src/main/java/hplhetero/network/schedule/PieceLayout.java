package hplhetero.network.schedule;

/** The places of some ranks' pieces in a buffer, where one piece follows the other. */
@FunctionalInterface
public interface PieceLayout {
    /**
     * Returns the offset in bytes at which a piece begins. For an index equal to the number of pieces, returns where the last piece ends.
     */
    long offset(int piece);

    /** Returns the length in bytes of the pieces from {@code first} up to, not including, {@code end}; 0 where there are none. */
    default long length(int first, int end) {
        return first >= end ? 0 : offset(end) - offset(first);
    }

    /**
     * Reports to the sink that the pieces from {@code first} up to, not including, {@code end} are sent to {@code to}. Reports nothing when
     * these pieces have no bytes.
     */
    default void send(int to, int first, int end, Traffic.Sink sink) {
        long bytes = length(first, end);
        if (bytes > 0) {
            sink.send(to, offset(first), bytes);
        }
    }

    /**
     * Reports to the sink that the pieces from {@code first} up to, not including, {@code end} are received from {@code from}. Reports
     * nothing when these pieces have no bytes.
     */
    default void receive(int from, int first, int end, Traffic.Sink sink) {
        long bytes = length(first, end);
        if (bytes > 0) {
            sink.receive(from, offset(first), bytes);
        }
    }

    /**
     * Returns the layout of pieces that all have one length.
     *
     * @param bytes length of each piece, in bytes
     */
    static PieceLayout equal(long bytes) {
        return piece -> piece * bytes;
    }

    /**
     * Returns the layout of pieces that follow each other in rank order without gaps.
     *
     * @param offsets offset of each rank's piece, in bytes, indexed by rank
     * @param lengths length of each rank's piece, in bytes, indexed by rank
     */
    static PieceLayout lying(long[] offsets, long[] lengths) {
        return piece -> piece == 0 ? offsets[0] : offsets[piece - 1] + lengths[piece - 1];
    }

    /**
     * Returns the layout of pieces that begin with the piece of rank {@code first} and go on cyclically in rank order, at offset 0 of the
     * buffer.
     *
     * @param first   rank of the piece with index 0
     * @param lengths length of each rank's piece, in bytes, indexed by rank
     */
    static PieceLayout from(int first, long[] lengths) {
        long[] before = new long[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            before[i + 1] = before[i] + lengths[(first + i) % lengths.length];
        }
        return piece -> before[piece];
    }
}
