package hplhetero.network.model;

import java.io.Serializable;
import java.util.Objects;

/**
 * The cost of a message that is alone on its way: sendOverhead + latency + links x hopLatency + bytes x secondsPerByte + receiveOverhead.
 * With overheads and hopLatency at 0 this is Hockney's model. Where messages of several sizes were measured, a table has what they take
 * beyond this line.
 *
 * @param latency         seconds of each message that are neither overhead nor counted by links
 * @param secondsPerByte  inverse of the bandwidth of a link whose bandwidth is 1 in the fabric's units
 * @param sendOverhead    seconds of each message in which the sender's thread can do nothing else
 * @param receiveOverhead seconds of each message in which the receiver's thread can do nothing else
 * @param hopLatency      seconds of each link that the message passes
 * @param extra           seconds by size that a message takes beyond the sum above
 */
public record LinkCost(double latency, double secondsPerByte, double sendOverhead, double receiveOverhead, double hopLatency,
                       ExtraTimes extra) implements Serializable {

    public LinkCost {
        requireNotNegative("latency", latency);
        requireNotNegative("secondsPerByte", secondsPerByte);
        requireNotNegative("sendOverhead", sendOverhead);
        requireNotNegative("receiveOverhead", receiveOverhead);
        requireNotNegative("hopLatency", hopLatency);
        Objects.requireNonNull(extra, "extra");
    }

    /** Makes a cost by which messages of all sizes take what the line says: no extra times by size. */
    public LinkCost(double latency, double secondsPerByte, double sendOverhead, double receiveOverhead, double hopLatency) {
        this(latency, secondsPerByte, sendOverhead, receiveOverhead, hopLatency, ExtraTimes.NONE);
    }

    /**
     * Returns the cost of Hockney's model, which has two numbers only.
     *
     * @param latency        seconds of each message
     * @param secondsPerByte seconds of each byte
     */
    public static LinkCost hockney(double latency, double secondsPerByte) {
        return new LinkCost(latency, secondsPerByte, 0, 0, 0);
    }

    /** Returns this cost with other extra times by size. */
    public LinkCost with(ExtraTimes bySize) {
        return new LinkCost(latency, secondsPerByte, sendOverhead, receiveOverhead, hopLatency, bySize);
    }

    /** Checks that a cost, named {@code what} in the message, is finite and not negative, and else throws IllegalArgumentException. */
    static void requireNotNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + "=" + value + ": must be >= 0 and finite");
        }
    }

    /**
     * Returns a cost with these overheads and this hop latency, by which a message over {@code links} links takes as long as by this cost.
     * The latency becomes less by what the overheads and hops take. Where they take more than the whole start-up time, the latency is 0 and
     * messages take longer than by this cost.
     *
     * @param sendOverhead    seconds of each message in which the sender's thread can do nothing else
     * @param receiveOverhead seconds of each message in which the receiver's thread can do nothing else
     * @param hopLatency      seconds of each link that a message passes
     * @param links           number of links of the messages whose cost is kept
     */
    public LinkCost apart(double sendOverhead, double receiveOverhead, double hopLatency, int links) {
        double all = startUp(links) - sendOverhead - receiveOverhead - links * hopLatency;
        return new LinkCost(Math.max(0, all), secondsPerByte, sendOverhead, receiveOverhead, hopLatency, extra);
    }

    /** Returns the seconds of an empty message over {@code links} links, without extra times by size. */
    public double startUp(int links) {
        return sendOverhead + latency + links * hopLatency + receiveOverhead;
    }

    /**
     * Returns the seconds of a message of {@code bytes} bytes over {@code links} links that are neither overhead nor for its bytes: it is
     * there so long after its last byte has left. Below 0 where measured times by size say that bytes take less time than the bandwidth
     * says, by more than the latency.
     */
    public double delay(double bytes, int links) {
        return latency + links * hopLatency + extra.seconds(bytes);
    }

    /** Returns the seconds of a message of {@code bytes} bytes that is alone on its {@code links} links, but at least its overheads. */
    public double seconds(double bytes, int links) {
        return Math.max(sendOverhead + receiveOverhead, startUp(links) + bytes * secondsPerByte + extra.seconds(bytes));
    }
}
