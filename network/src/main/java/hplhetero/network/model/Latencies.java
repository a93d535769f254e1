package hplhetero.network.model;

import java.util.Arrays;

/**
 * The seconds of latency that each rank of a placement has waited for since traffics began. A message brings its receiver the latencies of
 * its sender and its own one. A sender goes on when its bytes have left, so it does not wait for the latency of what it sends. The segments
 * of a buffer that ranks pass on therefore pay the latency once for each rank on their way, as in {@code network.simulate}. In a ring, where
 * each rank waits for its neighbour in each stage, each stage pays it. For one thread.
 */
final class Latencies {
    /** Seconds of latency that each rank has waited for before the stage, indexed by rank; out of date while all ranks are alike. */
    private final double[] waited;
    /** Greatest seconds of latency that a sender of a message to each rank has waited for in this stage, indexed by receiver. */
    private final double[] reached;
    /** Seconds of latency that each rank has waited for in this stage as a sender, indexed by rank. */
    private final double[] sent;
    private double most;
    private boolean alike;

    Latencies(int ranks) {
        waited = new double[ranks];
        reached = new double[ranks];
        sent = new double[ranks];
        clear();
    }

    /** Forgets all latencies, for the next traffics. */
    void clear() {
        most = 0;
        alike = true;
    }

    /** Returns whether all ranks have waited for the same seconds of latency. */
    boolean alike() {
        return alike;
    }

    /** Begins a stage whose messages are reported one by one. */
    void begin() {
        if (alike) {
            Arrays.fill(waited, most);
        }
        System.arraycopy(waited, 0, sent, 0, sent.length);
        Arrays.fill(reached, Double.NEGATIVE_INFINITY);
    }

    /**
     * Adds a message of the stage.
     *
     * @param whenReady whether the message leaves only when its receiver has begun the stage
     */
    void message(int from, int to, boolean whenReady) {
        double start = whenReady ? Math.max(waited[from], waited[to]) : waited[from];
        sent[from] = Math.max(sent[from], start);
        reached[to] = Math.max(reached[to], start);
    }

    /**
     * Ends a stage whose messages were reported one by one.
     *
     * @param latency seconds of latency of each message of the stage, &gt;= 0
     * @return seconds by which the greatest latency of any rank has grown
     */
    double end(double latency) {
        double before = most;
        double least = Double.POSITIVE_INFINITY;
        for (int rank = 0; rank < waited.length; rank++) {
            waited[rank] = Math.max(sent[rank], reached[rank] + latency);
            most = Math.max(most, waited[rank]);
            least = Math.min(least, waited[rank]);
        }
        alike = least == most;
        return most - before;
    }

    /**
     * Ends a stage in which each rank gets a message and that began with all ranks alike, which they still are afterwards.
     *
     * @param latency seconds of latency of each message of the stage, &gt;= 0
     * @return seconds by which the latency of each rank has grown
     */
    double endOfAll(double latency) {
        most += latency;
        return latency;
    }
}
