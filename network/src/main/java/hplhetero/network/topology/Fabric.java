package hplhetero.network.topology;

import java.util.Objects;

/**
 * A network of nodes: the directed links between them and switches, and the route of every message. Routes are those of the whole machine;
 * they lead through nodes that hold no rank. Immutable; for any thread.
 */
public sealed interface Fabric permits FlatSwitch, Torus, NumberedNodes, TableFabric {

    /** Largest number of nodes, more than any machine has; keeps a slip such as 40000x40000 from filling the memory. */
    int MOST_NODES = 1 << 20;

    /** Largest number of links: links are numbered by int, with room to add. */
    int MOST_LINKS = 1 << 28;

    /** Number of slots of a node for which nobody said how many ranks it takes. */
    int ANY_SLOTS = Integer.MAX_VALUE;

    /** Returns the name for people, such as {@code torus 4x3x2}. */
    String name();

    /** Returns the number of nodes, on which ranks may sit. Nodes are numbered from 0. */
    int nodes();

    /** Returns the name of a node for people, different for each node: {@code (0,1,2)}, {@code n17}. */
    String nodeName(int node);

    /**
     * Returns the host of a node: the number of the host's first node. Usually each node is a host of its own. A host with several network
     * adapters (rails) has a node for each adapter. Ranks of one host do not send over links, though routes lead from adapter to adapter.
     */
    default int hostOf(int node) {
        return Objects.checkIndex(node, nodes());
    }

    /** Returns the number of ranks that may sit at a node, or {@link #ANY_SLOTS}. */
    int slots(int node);

    /** Returns the number of directed links. Links are numbered from 0. */
    int links();

    /** Returns the ends and the bandwidth of a link, for people and for set-up: makes a record. */
    Link link(int id);

    /** Returns the bandwidth of {@link #link} in units of the base bandwidth, without making the record. */
    double bandwidth(int link);

    /** Returns the largest number of links that a message passes. */
    int longestRoute();

    /**
     * Finds the links that a message passes, in order. Allocates nothing.
     *
     * @param from  node that sends
     * @param to    node that receives
     * @param links out: numbers of the links; {@link #longestRoute()} long or longer
     * @return number of links; 0 where {@code from == to}
     * @throws IndexOutOfBoundsException when there is no such node, or {@code links} is too short
     */
    int route(int from, int to, int[] links);

    /** Returns the number of routes to each node, of which programs may choose one; with InfiniBand, one for each of the node's LIDs. */
    default int paths() {
        return 1;
    }

    /**
     * Finds the links that a message passes by one of several routes. {@link #route(int, int, int[])} is the route by path 0.
     *
     * @param from  node that sends
     * @param to    node that receives
     * @param path  number of the route, from 0; with InfiniBand, what is added to the destination's first LID
     * @param links out: numbers of the links; {@link #longestRoute()} long or longer
     * @return number of links; 0 where {@code from == to}
     * @throws IndexOutOfBoundsException when there is no such node or path, or {@code links} is too short
     */
    default int route(int from, int to, int path, int[] links) {
        Objects.checkIndex(path, paths());
        return route(from, to, links);
    }
}
