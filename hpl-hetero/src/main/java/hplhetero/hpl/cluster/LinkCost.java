package hplhetero.hpl.cluster;

/**
 * Hockney's model of one message: latency + bytes x secondsPerByte.
 *
 * @param latency        seconds of an empty message
 * @param secondsPerByte inverse of the bandwidth of a long one
 * @param swapPerByte    seconds of a rank's own thread, whoever waits for the link, for each byte of U in a row exchange between two ranks
 */
public record LinkCost(double latency, double secondsPerByte, double swapPerByte) {

    /** A link whose messages take nothing of a rank's own time. */
    public LinkCost(double latency, double secondsPerByte) {
        this(latency, secondsPerByte, 0);
    }

    /** Seconds of one message. */
    public double seconds(double bytes) {
        return latency + bytes * secondsPerByte;
    }
}
