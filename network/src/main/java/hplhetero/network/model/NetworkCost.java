package hplhetero.network.model;

import java.io.Serializable;
import java.util.Objects;

/**
 * The cost of messages on a network, of one alone and of many together.
 *
 * @param network   cost of messages between nodes, over links
 * @param sameHost  cost of messages between ranks of one node, which pass no link
 * @param manyToOne loss of a rank to which several ranks send over the network at once. Of k messages (1 - 1/k) of the bytes count again,
 *                  times this number; 0 means that links are shared without loss. Measured: k senders to one receiver take (1 + manyToOne
 *                  (1 - 1/k)) times as long as the receiver's link would for their bytes
 * @param eagerBytes length in bytes of the longest message that goes <em>eagerly</em>: it leaves before its receiver is ready. Longer ones
 *                  go by <em>rendezvous</em>: nothing leaves before the receive is posted
 */
public record NetworkCost(LinkCost network, LinkCost sameHost, double manyToOne, long eagerBytes) implements Serializable {
    /**
     * Bytes of the longest message that this program's own transports send eagerly, within a host and between hosts: with its head of 32
     * bytes it fills a slot of 8 KiB. MPI libraries and MPJ Express have limits of their own.
     */
    public static final int EAGER_BYTES = 8_192 - 32;

    public NetworkCost {
        if (eagerBytes < 0) {
            throw new IllegalArgumentException("eagerBytes=" + eagerBytes + ": must be >= 0");
        }
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(sameHost, "sameHost");
        LinkCost.requireNotNegative("manyToOne", manyToOne);
    }

    /** Makes the cost of messages by this program's own transports, of which those up to {@link #EAGER_BYTES} go eagerly. */
    public NetworkCost(LinkCost network, LinkCost sameHost, double manyToOne) {
        this(network, sameHost, manyToOne, EAGER_BYTES);
    }

    /** Returns these costs with another limit between eager messages and rendezvous, in bytes. */
    public NetworkCost eagerUpTo(long bytes) {
        return new NetworkCost(network, sameHost, manyToOne, bytes);
    }

    /**
     * Returns the predicted seconds for which one stage of a collective, whose messages are under way at once, keeps threads and links at
     * work. Extra times by size are those of the stage's longest message; here they count where messages are faster than the line of the
     * cost says by more than the latency.
     *
     * @param stage load that the stage's messages put on links and ranks
     */
    public double work(StageLoad stage) {
        double overhead = overhead(stage);
        return Math.max(overhead, -spared(stage) + overlapped(overhead, transfer(stage), stage.mostMessages()));
    }

    /**
     * Returns the seconds between the last byte that leaves and its arrival, of a stage's messages between nodes: latency and extra times
     * by size of the longest such message over the longest route, at least 0; 0 where there are no such messages.
     *
     * @param stage load that the stage's messages put on links and ranks
     */
    public double latencyBetween(StageLoad stage) {
        return Math.max(0, stage.sends() > 0 ? network.delay(stage.longest(), stage.hops()) : 0);
    }

    /**
     * Returns the seconds between the last byte that leaves and its arrival, of a stage's messages within a node: latency and extra times
     * by size of the longest such message, at least 0; 0 where there are no such messages.
     *
     * @param stage load that the stage's messages put on links and ranks
     */
    public double latencyWithin(StageLoad stage) {
        return Math.max(0, stage.hostSends() > 0 ? sameHost.delay(stage.hostLongest(), 0) : 0);
    }

    /**
     * Returns the seconds for which one stage's bytes keep busy what needs longest for them: the most loaded link, with what is lost where
     * several ranks send to one, or the memory of the rank with the most bytes to, or from, ranks of its own node. Latencies and overheads
     * are left out.
     *
     * @param stage load that the stage's messages put on links and ranks
     */
    public double transfer(StageLoad stage) {
        return Math.max((stage.load() + manyToOne * stage.crowded()) * network.secondsPerByte(),
                stage.hostBytes() * sameHost.secondsPerByte());
    }

    /** Returns the seconds by which bytes take less time than the line of the cost says, beyond what the latency makes up for. */
    private double spared(StageLoad stage) {
        double between = stage.sends() > 0 ? network.delay(stage.longest(), stage.hops()) : Double.NEGATIVE_INFINITY;
        double within = stage.hostSends() > 0 ? sameHost.delay(stage.hostLongest(), 0) : Double.NEGATIVE_INFINITY;
        double delay = Math.max(between, within);
        return delay > 0 || delay == Double.NEGATIVE_INFINITY ? 0 : -delay;
    }

    private double overhead(StageLoad stage) {
        return stage.sends() * network.sendOverhead() + stage.receives() * network.receiveOverhead()
                + stage.hostSends() * sameHost.sendOverhead() + stage.hostReceives() * sameHost.receiveOverhead();
    }

    /**
     * Returns the seconds of a thread's work on {@code messages} messages and of a link's work on the same messages. The link begins after
     * the first message; the thread need not wait for the link.
     */
    private static double overlapped(double thread, double link, int messages) {
        return messages <= 1 ? thread + link : Math.max(thread, link) + Math.min(thread, link) / messages;
    }
}
