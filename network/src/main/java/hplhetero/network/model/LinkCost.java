package hplhetero.network.model;

import java.io.Serializable;

/**
 * What a message takes that is alone on its way: sendOverhead + latency + links x hopLatency + bytes x secondsPerByte +
 * receiveOverhead. With the overheads and hops at 0 it is Hockney's model.
 *
 * @param latency         seconds, for what is neither overhead nor counted by links
 * @param secondsPerByte  inverse of the bandwidth of a link whose bandwidth is 1 in the fabric's units
 * @param sendOverhead    seconds in which the sender's thread can do nothing else, for each message
 * @param receiveOverhead the same of the receiver
 * @param hopLatency      seconds, for each link that the message passes
 */
public record LinkCost(double latency, double secondsPerByte, double sendOverhead, double receiveOverhead, double hopLatency)
        implements Serializable {

    public LinkCost {
        requireNotNegative("latency", latency);
        requireNotNegative("secondsPerByte", secondsPerByte);
        requireNotNegative("sendOverhead", sendOverhead);
        requireNotNegative("receiveOverhead", receiveOverhead);
        requireNotNegative("hopLatency", hopLatency);
    }

    /** Hockney's two numbers. */
    public static LinkCost hockney(double latency, double secondsPerByte) {
        return new LinkCost(latency, secondsPerByte, 0, 0, 0);
    }

    static void requireNotNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + "=" + value + ": must be >= 0 and finite");
        }
    }

    /**
     * The same cost of a message over so many links, told apart: what is overhead or hops is taken from the latency, as far as there
     * is some.
     */
    public LinkCost apart(double sendOverhead, double receiveOverhead, double hopLatency, int links) {
        double all = startUp(links) - sendOverhead - receiveOverhead - links * hopLatency;
        return new LinkCost(Math.max(0, all), secondsPerByte, sendOverhead, receiveOverhead, hopLatency);
    }

    /** Seconds of an empty message. */
    public double startUp(int links) {
        return sendOverhead + latency + links * hopLatency + receiveOverhead;
    }

    /** Seconds of a message that is alone. */
    public double seconds(double bytes, int links) {
        return startUp(links) + bytes * secondsPerByte;
    }
}
