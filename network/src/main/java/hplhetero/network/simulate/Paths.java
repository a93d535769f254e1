package hplhetero.network.simulate;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.Arrays;

/**
 * What a message between two ranks passes, by numbers: the fabric's links, and behind these, for messages within a node, each rank's
 * memory as it is read and as it is written. One thread.
 */
final class Paths {
    /** Memories of a message within a node. */
    private static final int MEMORIES = 2;

    private final Placement placement;
    private final NetworkCost cost;
    private final int ranks;
    private final int links;
    private final int[] path;
    private int length;
    private boolean within;

    Paths(Placement placement, NetworkCost cost) {
        this.placement = placement;
        this.cost = cost;
        ranks = placement.ranks();
        links = placement.fabric().links();
        path = new int[longest()];
    }

    /** The most numbers that {@link #find} gives. */
    int longest() {
        return Math.max(MEMORIES, placement.fabric().longestRoute());
    }

    /** Bytes a second of each number; infinite where bytes cost nothing. */
    double[] capacities() {
        double[] capacities = new double[links + MEMORIES * ranks];
        Arrays.fill(capacities, links, capacities.length, 1 / cost.sameHost().secondsPerByte());
        for (int link = 0; link < links; link++) {
            capacities[link] = placement.fabric().bandwidth(link) / cost.network().secondsPerByte();
        }
        return capacities;
    }

    /** The path between two ranks, of which the other methods tell until the next is found. */
    void find(int from, int to) {
        within = placement.together(from, to);
        if (within) {
            path[0] = links + from;
            path[1] = links + ranks + to;
            length = MEMORIES;
        } else {
            length = placement.route(from, to, path);
        }
    }

    /** The numbers; the first {@link #length}. */
    int[] path() {
        return path;
    }

    int length() {
        return length;
    }

    /** Whether it is between nodes, over links. */
    boolean overLinks() {
        return !within;
    }

    LinkCost cost() {
        return within ? cost.sameHost() : cost.network();
    }

    LinkCost cost(int from, int to) {
        return placement.together(from, to) ? cost.sameHost() : cost.network();
    }

    /** Seconds between the end of the send overhead and the first byte. */
    double latency() {
        return within ? cost.sameHost().latency() : cost.network().latency() + length * cost.network().hopLatency();
    }
}
