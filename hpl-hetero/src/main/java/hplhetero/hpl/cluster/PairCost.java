package hplhetero.hpl.cluster;

/**
 * The cost of a message between two ranks of a {@link PairClass}, by Hockney's model: latency + bytes x secondsPerByte.
 *
 * @param latency        seconds that an empty message takes
 * @param secondsPerByte inverse of the bandwidth of a long message
 * @param swapPerByte    seconds of a rank's own thread for each byte of U in a row exchange between two ranks, whoever waits for the link
 */
public record PairCost(double latency, double secondsPerByte, double swapPerByte) {

    /**
     * Makes the cost of messages that take nothing of a rank's own time in row exchanges.
     *
     * @param latency        seconds that an empty message takes
     * @param secondsPerByte inverse of the bandwidth of a long message
     */
    public PairCost(double latency, double secondsPerByte) {
        this(latency, secondsPerByte, 0);
    }

    /**
     * Returns the seconds that one message between the two ranks takes from the start of the send until it has come: latency + bytes x
     * seconds a byte.
     *
     * @param bytes length of the message, in bytes, &gt;= 0
     */
    public double seconds(double bytes) {
        return latency + bytes * secondsPerByte;
    }
}
