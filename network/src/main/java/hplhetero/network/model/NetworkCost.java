package hplhetero.network.model;

import java.io.Serializable;
import java.util.Objects;

/**
 * What messages take on a network, alone and together.
 *
 * @param network   between nodes, over links
 * @param sameHost  between ranks of one node; passes no link
 * @param manyToOne what a rank loses while several send to it over the network at once: of k messages all but one k-th of the bytes
 *                  count again, times this. 0: links are shared without loss. It is measured: k senders to one receiver take (1 +
 *                  manyToOne (1 - 1/k)) times as long as the receiver's link would for their bytes
 */
public record NetworkCost(LinkCost network, LinkCost sameHost, double manyToOne) implements Serializable {

    public NetworkCost {
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(sameHost, "sameHost");
        LinkCost.requireNotNegative("manyToOne", manyToOne);
    }

    /** Seconds from the start of a stage to the end of its last message, where all ranks begin together. */
    public double seconds(StageLoad stage) {
        return delay(stage) + overlapped(overhead(stage), transfer(stage), stage.mostMessages());
    }

    /** Seconds that the most loaded link, or the busiest rank's memory, needs for its bytes. */
    public double transfer(StageLoad stage) {
        return Math.max((stage.load() + manyToOne * stage.crowded()) * network.secondsPerByte(),
                stage.hostBytes() * sameHost.secondsPerByte());
    }

    private double delay(StageLoad stage) {
        return Math.max(stage.sends() > 0 ? network.latency() + stage.hops() * network.hopLatency() : 0,
                stage.hostSends() > 0 ? sameHost.latency() : 0);
    }

    private double overhead(StageLoad stage) {
        return stage.sends() * network.sendOverhead() + stage.receives() * network.receiveOverhead()
                + stage.hostSends() * sameHost.sendOverhead() + stage.hostReceives() * sameHost.receiveOverhead();
    }

    /** Work of a thread on n messages, and of a link on the same: the link begins after the first, the thread need not wait. */
    private static double overlapped(double thread, double link, int messages) {
        return messages <= 1 ? thread + link : Math.max(thread, link) + Math.min(thread, link) / messages;
    }
}
