package hplhetero.network.schedule;

/** Pieces of some ranks, which lie in a buffer one after the other. */
@FunctionalInterface
public interface PieceLayout {
    /** The byte at which a piece begins; of the number of pieces: where the last one ends. */
    long offset(int piece);

    /** The bytes of the pieces from {@code first} up to, not including, {@code end}; 0 where there are none. */
    default long length(int first, int end) {
        return first >= end ? 0 : offset(end) - offset(first);
    }

    /** States that these pieces are sent, unless they are without bytes. */
    default void send(int to, int first, int end, Traffic.Sink sink) {
        long bytes = length(first, end);
        if (bytes > 0) {
            sink.send(to, offset(first), bytes);
        }
    }

    /** States that these pieces are received, unless they are without bytes. */
    default void receive(int from, int first, int end, Traffic.Sink sink) {
        long bytes = length(first, end);
        if (bytes > 0) {
            sink.receive(from, offset(first), bytes);
        }
    }

    /** Pieces of one size. */
    static PieceLayout equal(long bytes) {
        return piece -> piece * bytes;
    }

    /** Of pieces that lie in rank order without gaps. */
    static PieceLayout lying(long[] offsets, long[] lengths) {
        return piece -> piece == 0 ? offsets[0] : offsets[piece - 1] + lengths[piece - 1];
    }

    /** Counted around from rank {@code first} on. */
    static PieceLayout from(int first, long[] lengths) {
        long[] before = new long[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            before[i + 1] = before[i] + lengths[(first + i) % lengths.length];
        }
        return piece -> before[piece];
    }
}
