package hplhetero.network.schedule;

/**
 * The rule by which a buffer that ranks pass along is cut into segments, so that all links of the way work at once. Every rank finds the
 * same segments and needs to know nothing but the size of the whole buffer.
 *
 * @param leastBytes least length of every segment but the last, in bytes: shorter segments would cost more in messages than the pipeline
 *                   gains
 * @param most       largest number of segments; bounds the messages in flight to one rank
 */
public record Segments(long leastBytes, int most) {
    /** Segments of panel broadcasts. */
    public static final Segments OF_PANELS = new Segments(256 << 10, 16);
    /** Segments of buffers that are shorter than panels. */
    public static final Segments SHORT = new Segments(16 << 10, 16);
    /** The rule that cuts nothing: the whole buffer is one segment. */
    public static final Segments WHOLE = new Segments(1, 1);
    /** Unit of segment lengths, in bytes, when the number of segments decides the length. */
    private static final int ALIGNMENT_BYTES = 8;

    /**
     * Returns the length in bytes of every segment but the last. Where there is one segment only, which is the last, the result may be more
     * than the buffer has.
     *
     * @param bytes bytes of the whole buffer, &gt;= 0
     */
    public long length(long bytes) {
        return Math.max(leastBytes, Math.ceilDiv(bytes, most * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES);
    }

    /**
     * Returns the number of segments of a buffer; 0 for an empty one.
     *
     * @param bytes bytes of the whole buffer, &gt;= 0
     */
    public int count(long bytes) {
        return (int) Math.ceilDiv(bytes, length(bytes));
    }

    /**
     * Returns the length in bytes of one segment of a buffer.
     *
     * @param bytes bytes of the whole buffer, &gt; 0
     * @param index index of the segment, 0 .. {@link #count} - 1
     */
    public long length(long bytes, int index) {
        long segment = length(bytes);
        return Math.min(segment, bytes - index * segment);
    }
}
