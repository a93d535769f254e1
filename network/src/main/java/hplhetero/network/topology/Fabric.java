package hplhetero.network.topology;

import java.util.Objects;

/**
 * Nodes, the directed links between them and switches, and the route of every message. Routes are those of the whole machine:
 * they lead through nodes that hold no rank. Immutable; for any thread.
 */
public sealed interface Fabric permits FlatSwitch, Torus, FatTree, TableFabric {

    /** More nodes than any machine has; keeps a slip such as 40000x40000 from filling the memory. */
    int MOST_NODES = 1 << 20;

    /** Links are numbered by int, with room to add. */
    int MOST_LINKS = 1 << 28;

    /** Slots of a node of which nobody said how many ranks it takes. */
    int ANY_SLOTS = Integer.MAX_VALUE;

    /** For people: {@code torus 4x3x2}. */
    String name();

    /** Where ranks may sit, numbered from 0. */
    int nodes();

    /** For people, other for each node: {@code (0,1,2)}, {@code n17}. */
    String nodeName(int node);

    /** How many ranks may sit at a node, or {@link #ANY_SLOTS}. */
    int slots(int node);

    /** Directed links, numbered from 0. */
    int links();

    /** For people and for set-up: makes a record. */
    Link link(int id);

    /** The bandwidth of {@link #link}, without making the record. */
    double bandwidth(int link);

    /** The most links that a message passes. */
    int longestRoute();

    /**
     * The links that a message passes, in order. Allocates nothing.
     *
     * @param links out: their numbers; {@link #longestRoute()} long or longer
     * @return how many; 0 where {@code from == to}
     * @throws IndexOutOfBoundsException when there is no such node, or {@code links} is too short
     */
    int route(int from, int to, int[] links);

    /** Routes to each node, of which programs may choose one; with InfiniBand, one for each of its LIDs. */
    default int paths() {
        return 1;
    }

    /**
     * As {@link #route(int, int, int[])}, by one of several routes; that one is by path 0.
     *
     * @param path from 0; with InfiniBand, what is added to the destination's first LID
     * @throws IndexOutOfBoundsException when there is no such node or path, or {@code links} is too short
     */
    default int route(int from, int to, int path, int[] links) {
        Objects.checkIndex(path, paths());
        return route(from, to, links);
    }
}
