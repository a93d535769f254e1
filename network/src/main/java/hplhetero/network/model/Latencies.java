package hplhetero.network.model;

import java.util.Arrays;

/**
 * The seconds of latency that each rank of a placement has waited for since traffics began. A message brings its receiver the latencies of
 * its sender and its own one. A sender goes on when its bytes have left, so it does not wait for the latency of what it sends. The segments
 * of a buffer that ranks pass on therefore pay the latency once for each rank on their way, as in {@code network.simulate}. In a ring,
 * where each rank waits for its neighbour in each stage, each stage pays it. For one thread.
 */
final class Latencies {
    /** Seconds of latency that each rank has waited for before the stage, indexed by rank; out of date while all ranks are alike. */
    private final double[] waited;
    /** Seconds of latency that each rank has waited for in this stage as a sender, indexed by rank. */
    private final double[] sent;
    /** Greatest seconds of latency that a sender of a message from another node has waited for in this stage, indexed by receiver. */
    private final double[] fromNetwork;
    /** Greatest seconds of latency that a sender of a message from the same node has waited for in this stage, indexed by receiver. */
    private final double[] fromHost;
    private double most;
    private boolean alike;
    /** Whether the messages of the stage are reported one by one. */
    private boolean reported;

    Latencies(int ranks) {
        waited = new double[ranks];
        sent = new double[ranks];
        fromNetwork = new double[ranks];
        fromHost = new double[ranks];
        clear();
    }

    /** Forgets all latencies, for the next traffics. */
    void clear() {
        most = 0;
        alike = true;
        reported = false;
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
        Arrays.fill(fromNetwork, Double.NEGATIVE_INFINITY);
        Arrays.fill(fromHost, Double.NEGATIVE_INFINITY);
        reported = true;
    }

    /**
     * Reports a message of the stage.
     *
     * @param within    whether both ranks are on one node
     * @param whenReady whether the message leaves only when its receiver has begun the stage
     */
    void message(int from, int to, boolean within, boolean whenReady) {
        double start = whenReady ? Math.max(waited[from], waited[to]) : waited[from];
        sent[from] = Math.max(sent[from], start);
        double[] reached = within ? fromHost : fromNetwork;
        reached[to] = Math.max(reached[to], start);
    }

    /**
     * Ends a stage. If its messages were not reported, all ranks were alike before it, and each gets a message with the greater latency.
     *
     * @param between seconds of latency of each message of the stage between nodes, &gt;= 0
     * @param within  seconds of latency of each message of the stage within a node, &gt;= 0
     * @return seconds by which the greatest latency of any rank has grown
     */
    double end(double between, double within) {
        double before = most;
        if (reported) {
            reported = false;
            double least = Double.POSITIVE_INFINITY;
            for (int rank = 0; rank < waited.length; rank++) {
                waited[rank] = Math.max(sent[rank], Math.max(fromNetwork[rank] + between, fromHost[rank] + within));
                most = Math.max(most, waited[rank]);
                least = Math.min(least, waited[rank]);
            }
            alike = least == most;
        } else {
            most += Math.max(between, within);
        }
        return most - before;
    }
}
