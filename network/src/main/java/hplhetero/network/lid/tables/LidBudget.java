package hplhetero.network.lid.tables;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.stream.IntStream;

/**
 * How many LIDs an InfiniBand subnet has: 1 to 0xBFFF for nodes and switches. A node with LMC l has 2^l, whose first is a multiple of 2^l;
 * a switch has one. The blocks leave no LID useless: the switches fit before the first and between them.
 */
public final class LidBudget {
    /** LIDs 0x0001 to 0xBFFF; the others are for multicast. */
    public static final int UNICAST_LIDS = 0xBFFF;
    /** The greatest LMC that there is. */
    public static final int MOST_LMC = 7;

    private LidBudget() {
    }

    /** LIDs that a subnet needs. */
    public static long needed(int nodes, int switches, int lmc) {
        return ((long) nodes << checked(lmc)) + switches;
    }

    /**
     * The greatest LMC for which there are LIDs enough.
     *
     * @throws IllegalArgumentException when there are not enough for one a node
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
     * The same of a whole fabric.
     *
     * @throws IllegalArgumentException when there are not enough for one a node
     */
    public static int mostLmc(Fabric fabric) {
        return mostLmc(fabric.nodes(), switch (fabric) {
            case FatTree tree -> IntStream.rangeClosed(1, tree.levels().size()).map(tree::switches).sum();
            case TableFabric tables -> tables.switches();
            default -> 0;
        });
    }

    /**
     * Makes sure that there are LIDs enough.
     *
     * @throws IllegalArgumentException when there are not, saying how many nodes and which LMC there may be
     */
    public static void require(int nodes, int switches, int lmc) {
        long needed = needed(nodes, switches, lmc);
        if (needed > UNICAST_LIDS) {
            throw new IllegalArgumentException("nodes=" + nodes + " switches=" + switches + " lmc=" + lmc + ": need " + needed
                    + " LIDs, an InfiniBand subnet has " + UNICAST_LIDS + ": " + (lmc > 0 && needed(nodes, switches, 0) <= UNICAST_LIDS
                    ? "take LMC " + mostLmc(nodes, switches) + " or less" : "divide the fabric into several subnets"));
        }
    }

    /** The least LMC that gives each node so many LIDs. */
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
