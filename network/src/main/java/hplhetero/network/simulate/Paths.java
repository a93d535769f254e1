package hplhetero.network.simulate;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Placement;
import java.util.Arrays;

/**
 * The links and memories that a message between two ranks passes, by numbers. The fabric's links come first. Behind them come, for messages
 * within a node, the memory of each rank as it is read, and then the memory of each rank as it is written. For one thread.
 */
final class Paths {
    /** Number of memories that a message within a node passes: the sender's and the receiver's. */
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

    /** Returns the largest number of links or memories that a message passes. */
    int longest() {
        return Math.max(MEMORIES, placement.fabric().longestRoute());
    }

    /** Returns the bytes a second of each link and memory, indexed by its number; infinite where bytes cost nothing. */
    double[] capacities() {
        double[] capacities = new double[links + MEMORIES * ranks];
        Arrays.fill(capacities, links, capacities.length, 1 / cost.sameHost().secondsPerByte());
        for (int link = 0; link < links; link++) {
            capacities[link] = placement.fabric().bandwidth(link) / cost.network().secondsPerByte();
        }
        return capacities;
    }

    /** Finds the path between two ranks of the placement. The other methods without arguments describe this path until the next call. */
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

    /** Returns the links or memories of the found path, in the first {@link #length} entries. The array is not copied. */
    int[] path() {
        return path;
    }

    /** Returns the number of links or memories of the found path. */
    int length() {
        return length;
    }

    /** Returns the number of links of the found path, 0 within a node. */
    int links() {
        return within ? 0 : length;
    }

    /** Returns whether the found path leads over links, between two nodes. */
    boolean overLinks() {
        return !within;
    }

    /** Returns the cost of messages on the found path. */
    LinkCost cost() {
        return within ? cost.sameHost() : cost.network();
    }

    /** Returns the cost of messages between two ranks, without finding their path. */
    LinkCost cost(int from, int to) {
        return placement.together(from, to) ? cost.sameHost() : cost.network();
    }
}
