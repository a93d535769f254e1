package hplhetero.network.topology;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Machines and placements of the papers whose figures this project reproduces. */
public final class PaperPlacements {
    private static final int LEAVES = 52;
    private static final int NODES_PER_LEAF = 20;
    private static final int UPLINKS = 4;
    private static final int ROOTS = 2;
    /** Largest number of processes for which patterns 0 to 2 have four processes on a leaf switch; with more they have five. */
    private static final int FOUR_A_LEAF = 192;

    private PaperPlacements() {
    }

    /**
     * Returns RICC's cluster (Kurokawa and Nanri): 52 leaf switches of 20 nodes, with two cables from each leaf switch to each of two upper
     * switches. A message to node d leaves its leaf by uplink d mod 4.
     */
    public static FatTree ricc() {
        return FatTree.of(LEAVES, NODES_PER_LEAF, ROOTS, UPLINKS / ROOTS);
    }

    /**
     * Returns a placement of one process on each node used on RICC's cluster ({@link #ricc()}), in ascending order of nodes. Leaf switches
     * are filled one after another.
     *
     * @param pattern   choice of the nodes, whose numbers on each leaf count from 0. 0: every fourth node from node 0 on, four on each
     *                  leaf, or five with more than 192 processes. 1: as many, but every second node. 2: as many, but the first four or
     *                  five nodes of each leaf. 3: the first eight. 4: the first sixteen
     * @param processes number of processes, 1 to what the pattern takes on 52 leaves
     * @throws IllegalArgumentException when there is no such pattern, or too many processes for it
     */
    public static Placement ricc(int pattern, int processes) {
        int perLeaf = switch (pattern) {
            case 0, 1, 2 -> processes <= FOUR_A_LEAF ? UPLINKS : UPLINKS + 1;
            case 3 -> 8;
            case 4 -> 16;
            default -> throw new IllegalArgumentException("pattern=" + pattern + ": must be 0..4");
        };
        int apart = pattern == 0 ? 4 : pattern == 1 ? 2 : 1;
        return Placement.of(ricc(), IntStream.range(0, processes)
                .map(rank -> rank / perLeaf * NODES_PER_LEAF + rank % perLeaf * apart).toArray());
    }

    /**
     * Returns a K-ary 2-tree (Naruse and others): leaf switches of K nodes, each with one cable to each of K root switches. Each message
     * may take any of K paths, one over each root. The paper's 30 nodes are five leaves of a 6-ary tree: seven switches of 24 ports make
     * these leaves and six roots of five ports. Its 18 nodes are six leaves of a 3-ary tree.
     *
     * @param k      K: nodes of a leaf switch, and root switches, &gt;= 1
     * @param leaves number of leaf switches, &gt;= 1
     */
    public static FatTree hotSpots(int k, int leaves) {
        return FatTree.of(leaves, k, k, 1).withPaths(k);
    }

    /**
     * Returns a placement of one rank on each of {@code nodes} random nodes, in ascending order.
     *
     * @throws IllegalArgumentException when {@code nodes} is below 1 or above the fabric's number of nodes
     */
    public static Placement random(Fabric fabric, int nodes, Random random) {
        if (nodes < 1 || nodes > fabric.nodes()) {
            throw new IllegalArgumentException("nodes=" + nodes + ": " + fabric.name() + " has " + fabric.nodes() + ", give 1 to so many");
        }
        int[] all = IntStream.range(0, fabric.nodes()).toArray();
        for (int i = 0; i < nodes; i++) {
            int other = i + random.nextInt(all.length - i);
            int node = all[i];
            all[i] = all[other];
            all[other] = node;
        }
        return Placement.of(fabric, Arrays.stream(all, 0, nodes).sorted().toArray());
    }
}
