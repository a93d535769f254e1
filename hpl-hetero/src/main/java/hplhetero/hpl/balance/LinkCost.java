package hplhetero.hpl.balance;

/**
 * Hockney's model of one message: latency + bytes x secondsPerByte.
 *
 * @param latency        seconds of an empty message
 * @param secondsPerByte inverse of the bandwidth of a long one
 */
public record LinkCost(double latency, double secondsPerByte) {

    /** Seconds of one message. */
    public double seconds(double bytes) {
        return latency + bytes * secondsPerByte;
    }
}
