package hplhetero.network.schedule;

/** The bytes of the pieces of some ranks. */
@FunctionalInterface
public interface PieceSizes {
    /** Of the ranks from {@code first} up to, not including, {@code end}; 0 where there are none. */
    long bytes(int first, int end);

    /** Pieces of one size. */
    static PieceSizes equal(long bytes) {
        return (first, end) -> Math.max(0, end - first) * bytes;
    }

    /** Of pieces that lie in rank order without gaps. */
    static PieceSizes lying(long[] offsets, long[] lengths) {
        return (first, end) -> first >= end ? 0 : offsets[end - 1] + lengths[end - 1] - offsets[first];
    }

    /** Counted around from rank {@code first} on. */
    static PieceSizes from(int first, long[] lengths) {
        long[] before = new long[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            before[i + 1] = before[i] + lengths[(first + i) % lengths.length];
        }
        return (from, end) -> from >= end ? 0 : before[end] - before[from];
    }
}
