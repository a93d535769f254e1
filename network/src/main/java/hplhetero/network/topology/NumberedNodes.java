package hplhetero.network.topology;

import java.util.Objects;

/** A fabric whose nodes are called {@code n0}, {@code n1}, ..., and all take the same number of ranks. Immutable; for any thread. */
public abstract sealed class NumberedNodes implements Fabric permits FatTree, Dragonfly, HyperX {
    /** Number of nodes, which are numbered from 0. */
    final int nodes;
    /** Number of ranks that each node takes, or {@link #ANY_SLOTS}. */
    final int slots;

    /**
     * Makes the part of a fabric that knows its nodes.
     *
     * @param nodes number of nodes, 1 .. {@link #MOST_NODES}
     * @param slots ranks that a node takes, or {@link #ANY_SLOTS}
     */
    NumberedNodes(int nodes, int slots) {
        this.nodes = nodes;
        this.slots = slots;
    }

    @Override
    public final int nodes() {
        return nodes;
    }

    @Override
    public final String nodeName(int node) {
        return "n" + Objects.checkIndex(node, nodes);
    }

    @Override
    public final int slots(int node) {
        Objects.checkIndex(node, nodes);
        return slots;
    }

    @Override
    public final String toString() {
        return name();
    }
}
