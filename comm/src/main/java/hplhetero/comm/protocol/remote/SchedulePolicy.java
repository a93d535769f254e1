package hplhetero.comm.protocol.remote;

/**
 * How long messages share the links; short messages never wait for them.
 *
 * @param order              which message's segment goes next
 * @param segmentBytes       a long message goes in segments of so many bytes, a multiple of 4096
 * @param segmentsInFlight   under way to one peer at a time: so many may a short message find before it
 */
public record SchedulePolicy(Order order, int segmentBytes, int segmentsInFlight) {
    /** Which of the messages that may send goes next. */
    public enum Order {
        /** The one that was cleared first. */
        FIRST_COME,
        /** To the peer that was served longest ago; of one peer's, the first. */
        ROUND_ROBIN,
        /** The one with the least left. */
        SHORTEST_FIRST
    }

    /** Round robin over peers, one segment of 256 KiB at a time. */
    public static final SchedulePolicy USUAL = new SchedulePolicy(Order.ROUND_ROBIN, 256 << 10, 1);

    public SchedulePolicy {
        if (segmentBytes < 4_096 || segmentBytes % 4_096 != 0) {
            throw new IllegalArgumentException("segmentBytes=" + segmentBytes + ": choose a multiple of 4096");
        }
        if (segmentsInFlight < 1) {
            throw new IllegalArgumentException("segmentsInFlight=" + segmentsInFlight + ": must be >= 1");
        }
    }
}
