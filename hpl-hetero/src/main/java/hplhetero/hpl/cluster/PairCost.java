package hplhetero.hpl.cluster;

/**
 * What a message between two ranks of a {@link PairClass} takes, by Hockney's model: latency + bytes x secondsPerByte.
 *
 * @param latency        seconds of an empty message
 * @param secondsPerByte inverse of the bandwidth of a long one
 * @param swapPerByte    seconds of a rank's own thread, whoever waits for the link, for each byte of U in a row exchange between two ranks
 */
public record PairCost(double latency, double secondsPerByte, double swapPerByte) {

    /** The cost of messages that take nothing of a rank's own time. */
    public PairCost(double latency, double secondsPerByte) {
        this(latency, secondsPerByte, 0);
    }

    /** Seconds of one message. */
    public double seconds(double bytes) {
        return latency + bytes * secondsPerByte;
    }
}
