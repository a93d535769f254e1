package hplhetero.network.schedule;

/**
 * How a buffer that ranks pass along is cut, so that all links of the way work at once. The same on every rank, which knows nothing but
 * the whole size.
 *
 * @param leastBytes of a segment but the last: shorter ones would cost more in messages than the pipeline gains
 * @param most       segments; bounds the messages in flight to one rank
 */
public record Segments(long leastBytes, int most) {
    /** Of the panel broadcasts. */
    public static final Segments OF_PANELS = new Segments(256 << 10, 16);
    /** Of what is shorter than panels. */
    public static final Segments SHORT = new Segments(16 << 10, 16);
    /** Not at all. */
    public static final Segments WHOLE = new Segments(1, 1);
    /** Segments begin at multiples of so many bytes. */
    private static final int ALIGNMENT_BYTES = 8;

    /** The bytes of each segment but the last. */
    public long length(long bytes) {
        return Math.max(leastBytes, Math.ceilDiv(bytes, most * (long) ALIGNMENT_BYTES) * ALIGNMENT_BYTES);
    }

    /** How many there are. */
    public int count(long bytes) {
        return (int) Math.ceilDiv(bytes, length(bytes));
    }

    /** The bytes of segment {@code index} of so many in all. */
    public long length(long bytes, int index) {
        long segment = length(bytes);
        return Math.min(segment, bytes - index * segment);
    }
}
