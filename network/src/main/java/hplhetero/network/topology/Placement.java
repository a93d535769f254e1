package hplhetero.network.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The place of each rank: its node and its slot there, such as a core. May also say by which of the fabric's paths each rank sends to each
 * other rank; otherwise all ranks send by path 0. Immutable; for any thread.
 */
public final class Placement {
    private final Fabric fabric;
    private final int[] nodeOf;
    private final int[] slotOf;
    /** Number of the host of each rank's node, indexed by rank. */
    private final int[] hostOf;
    private final Optional<PathTable> paths;

    private Placement(Fabric fabric, int[] nodeOf, int[] slotOf, Optional<PathTable> paths) {
        this.paths = paths;
        this.fabric = Objects.requireNonNull(fabric, "fabric");
        this.nodeOf = nodeOf.clone();
        this.slotOf = slotOf.clone();
        if (nodeOf.length < 1 || slotOf.length != nodeOf.length) {
            throw new IllegalArgumentException("ranks=" + nodeOf.length + " slots=" + slotOf.length + ": must be as many, and >= 1");
        }
        for (int rank = 0; rank < nodeOf.length; rank++) {
            requireSeat(rank);
        }
        requireOneRankASlot();
        hostOf = Arrays.stream(nodeOf).map(fabric::hostOf).toArray();
        paths.ifPresent(this::requireFits);
    }

    private void requireFits(PathTable table) {
        if (table.ranks() != nodeOf.length || table.most() >= fabric.paths()) {
            throw new IllegalArgumentException("table of paths for ranks=" + table.ranks() + " with path=" + table.most() + ": "
                    + nodeOf.length + " ranks sit on " + fabric.name() + ", which has paths 0.." + (fabric.paths() - 1));
        }
    }

    private void requireSeat(int rank) {
        int node = nodeOf[rank];
        if (node < 0 || node >= fabric.nodes()) {
            throw new IllegalArgumentException("rank=" + rank + " node=" + node + ": " + fabric.name() + " has nodes 0.."
                    + (fabric.nodes() - 1));
        }
        if (slotOf[rank] < 0 || slotOf[rank] >= fabric.slots(node)) {
            throw new IllegalArgumentException("rank=" + rank + " slot=" + slotOf[rank] + ": node " + fabric.nodeName(node)
                    + " has slots 0.." + (fabric.slots(node) - 1) + ", place the rank on another node");
        }
    }

    private void requireOneRankASlot() {
        int[] ranks = IntStream.range(0, nodeOf.length).boxed()
                .sorted((a, b) -> nodeOf[a] != nodeOf[b] ? Integer.compare(nodeOf[a], nodeOf[b]) : Integer.compare(slotOf[a], slotOf[b]))
                .mapToInt(Integer::intValue).toArray();
        for (int i = 1; i < ranks.length; i++) {
            if (nodeOf[ranks[i]] == nodeOf[ranks[i - 1]] && slotOf[ranks[i]] == slotOf[ranks[i - 1]]) {
                throw new IllegalArgumentException("rank=" + ranks[i] + " rank=" + ranks[i - 1] + ": both sit in slot " + slotOf[ranks[i]]
                        + " of node " + fabric.nodeName(nodeOf[ranks[i]]));
            }
        }
    }

    /**
     * Returns a placement of ranks on the given nodes. The ranks of a node take its slots, each of which has room for one rank, in
     * ascending order: the lowest rank slot 0. All ranks send by the fabric's route 0.
     *
     * @param fabric the network
     * @param nodeOf node of each rank, from 0, indexed by rank; at least one entry
     * @throws IllegalArgumentException when a node does not exist or has too few slots
     */
    public static Placement of(Fabric fabric, int... nodeOf) {
        int[] taken = new int[fabric.nodes()];
        int[] slots = new int[nodeOf.length];
        for (int rank = 0; rank < nodeOf.length; rank++) {
            slots[rank] = nodeOf[rank] >= 0 && nodeOf[rank] < taken.length ? taken[nodeOf[rank]]++ : 0;
        }
        return new Placement(fabric, nodeOf, slots, Optional.empty());
    }

    /**
     * Returns a placement of ranks in given slots. A slot is the place of one rank at a node, such as a core. All ranks send by the
     * fabric's route 0.
     *
     * @param fabric the network
     * @param nodeOf node of each rank, from 0, indexed by rank; at least one entry
     * @param slotOf slot of each rank at its node, from 0, indexed by rank
     * @throws IllegalArgumentException when a node or slot does not exist, or two ranks sit in one slot
     */
    public static Placement of(Fabric fabric, int[] nodeOf, int[] slotOf) {
        return new Placement(fabric, nodeOf, slotOf, Optional.empty());
    }

    /** Returns a placement of one rank on each node, in the order of the nodes. */
    public static Placement full(Fabric fabric) {
        return of(fabric, IntStream.range(0, fabric.nodes()).toArray());
    }

    /**
     * Returns this placement, but with ranks that send by the routes of {@code table}.
     *
     * @param table number of the fabric's route for each sender and receiver
     * @throws IllegalArgumentException when the table has another number of ranks, or a number of a route that the fabric does not have
     */
    public Placement over(PathTable table) {
        return new Placement(fabric, nodeOf, slotOf, Optional.of(table));
    }

    /**
     * Returns a placement of the same ranks on another fabric, at nodes and in slots of the same numbers. All ranks send by that fabric's
     * route 0, whatever the routes here.
     *
     * @throws IllegalArgumentException when the other fabric does not have these nodes and slots
     */
    public Placement on(Fabric other) {
        return new Placement(other, nodeOf, slotOf, Optional.empty());
    }

    /** Returns which of the fabric's routes each rank takes to each other rank; empty where all ranks send by route 0. */
    public Optional<PathTable> paths() {
        return paths;
    }

    /** Returns the fabric on whose nodes the ranks sit. */
    public Fabric fabric() {
        return fabric;
    }

    /** Returns the number of ranks. */
    public int ranks() {
        return nodeOf.length;
    }

    /** Returns the number, from 0, of the node on which a rank, counted from 0, sits. */
    public int nodeOf(int rank) {
        return nodeOf[rank];
    }

    /** Returns the number, from 0, of the slot that a rank has at its node. A slot is the place of one rank, such as a core. */
    public int slotOf(int rank) {
        return slotOf[rank];
    }

    /** Returns whether two ranks sit on one host: on one node, or on nodes that are adapters of one host. */
    public boolean together(int a, int b) {
        return hostOf[a] == hostOf[b];
    }

    /**
     * Finds the links that a message passes on its way from one rank's node to another's, in order. Where this placement has a table of
     * paths, the table says which of the fabric's routes the message takes; otherwise it takes route 0.
     *
     * @param fromRank the rank that sends, from 0
     * @param toRank   the rank that receives, from 0
     * @param links    out: the fabric's numbers of the links, from 0; {@link Fabric#longestRoute()} long or longer
     * @return number of links found; 0 where both ranks sit on one host
     */
    public int route(int fromRank, int toRank, int[] links) {
        if (together(fromRank, toRank)) {
            return 0;
        }
        return paths.isEmpty() ? fabric.route(nodeOf[fromRank], nodeOf[toRank], links)
                : fabric.route(nodeOf[fromRank], nodeOf[toRank], paths.get().path(fromRank, toRank), links);
    }

    /** Returns the nodes that hold a rank, ascending. */
    public int[] nodes() {
        return Arrays.stream(nodeOf).sorted().distinct().toArray();
    }

    /** Returns the ranks on a node, ascending; an empty array where no rank sits there. */
    public int[] ranksOf(int node) {
        return IntStream.range(0, nodeOf.length).filter(rank -> nodeOf[rank] == node).toArray();
    }

    /** Returns the ranks on each node that holds one, in the order of the nodes. The ranks of a node are ascending. */
    public List<int[]> ranksByNode() {
        int[] nodes = nodes();
        int[][] ranks = new int[nodes.length][0];
        int[] counts = new int[nodes.length];
        for (int rank = 0; rank < nodeOf.length; rank++) {
            counts[Arrays.binarySearch(nodes, nodeOf[rank])]++;
        }
        for (int i = 0; i < nodes.length; i++) {
            ranks[i] = new int[counts[i]];
        }
        for (int rank = nodeOf.length - 1; rank >= 0; rank--) {
            int i = Arrays.binarySearch(nodes, nodeOf[rank]);
            ranks[i][--counts[i]] = rank;
        }
        return new ArrayList<>(Arrays.asList(ranks));
    }

    /**
     * Returns a placement with ranks renumbered: its rank i sits where rank {@code order[i]} sits here. Ranks may be left out, as in a
     * sub-communicator.
     */
    public Placement permuted(int... order) {
        return new Placement(fabric, Arrays.stream(order).map(this::nodeOf).toArray(), Arrays.stream(order).map(this::slotOf).toArray(),
                paths.map(table -> table.permuted(order)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Placement that && fabric.equals(that.fabric) && Arrays.equals(nodeOf, that.nodeOf)
                && Arrays.equals(slotOf, that.slotOf) && paths.equals(that.paths);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(nodeOf) + Arrays.hashCode(slotOf)) + paths.hashCode();
    }

    @Override
    public String toString() {
        return nodeOf.length + " ranks on " + nodes().length + " nodes of " + fabric.name()
                + (paths.isEmpty() ? "" : ", by a table of paths");
    }
}
