package hplhetero.network.lid.tables;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.stream.IntStream;

/**
 * The budget of LIDs of an InfiniBand subnet: 1 to 0xBFFF for nodes and switches. A node with LMC l has 2^l LIDs, the first of which is a
 * multiple of 2^l; a switch has one LID. Blocks of nodes leave no LID useless, since the switches fit before the first block and between
 * blocks.
 */
public final class LidBudget {
    /** Number of LIDs of nodes and switches: 0x0001 to 0xBFFF; the others are for multicast. */
    public static final int UNICAST_LIDS = 0xBFFF;
    /** The greatest LMC that InfiniBand has. */
    public static final int MOST_LMC = 7;

    private LidBudget() {
    }

    /**
     * Returns the number of LIDs that a subnet needs: 2^lmc for each node, one for each switch.
     *
     * @param nodes    number of nodes
     * @param switches number of switches
     * @param lmc      LMC of the nodes, 0 .. {@link #MOST_LMC}
     * @throws IllegalArgumentException when the LMC is out of range
     */
    public static long needed(int nodes, int switches, int lmc) {
        return ((long) nodes << checked(lmc)) + switches;
    }

    /**
     * Returns the greatest LMC for which a subnet has enough LIDs, where each node has 2^LMC LIDs and each switch one.
     *
     * @param nodes    number of nodes
     * @param switches number of switches
     * @throws IllegalArgumentException when there are too few LIDs even for one on each node
     */
    public static int mostLmc(int nodes, int switches) {
        require(nodes, switches, 0);
        int lmc = MOST_LMC;
        while (needed(nodes, switches, lmc) > UNICAST_LIDS) {
            lmc--;
        }
        return lmc;
    }

    /**
     * Returns the greatest LMC for which a subnet of all nodes and switches of a fabric has enough LIDs, where each node has 2^LMC LIDs and
     * each switch one.
     *
     * @throws IllegalArgumentException when there are too few LIDs even for one on each node
     */
    public static int mostLmc(Fabric fabric) {
        return mostLmc(fabric.nodes(), switch (fabric) {
            case FatTree tree -> IntStream.rangeClosed(1, tree.levels().size()).map(tree::switches).sum();
            case TableFabric tables -> tables.switches();
            default -> 0;
        });
    }

    /**
     * Requires that a subnet has enough LIDs.
     *
     * @throws IllegalArgumentException when it has too few; says how to change the LMC or the fabric
     */
    public static void require(int nodes, int switches, int lmc) {
        long needed = needed(nodes, switches, lmc);
        if (needed > UNICAST_LIDS) {
            throw new IllegalArgumentException("nodes=" + nodes + " switches=" + switches + " lmc=" + lmc + ": need " + needed
                    + " LIDs, an InfiniBand subnet has " + UNICAST_LIDS + ": " + (lmc > 0 && needed(nodes, switches, 0) <= UNICAST_LIDS
                    ? "take LMC " + mostLmc(nodes, switches) + " or less" : "divide the fabric into several subnets"));
        }
    }

    /**
     * Returns the least LMC that gives each node {@code paths} LIDs: the least number l with 2^l at least {@code paths}.
     *
     * @param paths number of paths, and so of LIDs, of each node
     * @throws IllegalArgumentException when no LMC gives so many
     */
    public static int lmc(int paths) {
        if (paths < 1 || paths > 1 << MOST_LMC) {
            throw new IllegalArgumentException("paths=" + paths + ": a node has 1.." + (1 << MOST_LMC) + " LIDs");
        }
        return Integer.SIZE - Integer.numberOfLeadingZeros(paths - 1);
    }

    private static int checked(int lmc) {
        if (lmc < 0 || lmc > MOST_LMC) {
            throw new IllegalArgumentException("lmc=" + lmc + ": must be 0.." + MOST_LMC + ", for 1.." + (1 << MOST_LMC) + " LIDs a node");
        }
        return lmc;
    }
}
