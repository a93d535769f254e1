package hplhetero.comm.protocol.remote;

/**
 * The way in which long messages share the links. Short messages never wait in this schedule.
 *
 * @param order            the message whose segment goes next
 * @param segmentBytes     the bytes of a segment of a long message, a multiple of 4096
 * @param segmentsInFlight the number of segments that may be under way to one peer at a time: a short message may have to wait for so many
 */
public record SchedulePolicy(Order order, int segmentBytes, int segmentsInFlight) {
    /** The order in which messages that may send put their next segment. */
    public enum Order {
        /** The message that was cleared first goes on until all of it was sent. */
        FIRST_COME,
        /** The peer that was served longest ago gets the next segment; among messages to one peer, the first goes on. */
        ROUND_ROBIN,
        /** The message with the fewest bytes left goes next. */
        SHORTEST_FIRST
    }

    /** The usual policy: round robin over peers, one segment of 256 KiB at a time. */
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
