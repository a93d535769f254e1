package hplhetero.comm.collective.allgather;

/** The bytes of the pieces of some ranks. */
@FunctionalInterface
interface PieceSizes {
    /** Of the ranks from {@code first} up to, not including, {@code end}; 0 where there are none. */
    long bytes(int first, int end);

    static PieceSizes equal(long bytes) {
        return (first, end) -> Math.max(0, end - first) * bytes;
    }

    /** Of pieces that lie in rank order without gaps. */
    static PieceSizes lying(long[] offsets, long[] lengths) {
        return (first, end) -> first >= end ? 0 : offsets[end - 1] + lengths[end - 1] - offsets[first];
    }
}
