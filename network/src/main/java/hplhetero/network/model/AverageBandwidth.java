package hplhetero.network.model;

import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The average bandwidth of the fat-tree paper: how fast ranks behind each link down to each leaf switch receive while all ranks exchange
 * with all. Source: Kurokawa and Nanri.
 *
 * <p>The printed paper changes its symbols. This class reads them so: NUL_ij is NL_ij, the nodes on leaf i whose number is j modulo the
 * number of uplinks (the paper says once "divided by 4", once "the remainder"); maxn is Pn, the most ranks on a node; BS_ij is BR_ij.
 * Then
 * <pre>
 *   RCV_ij = 1 + (NL_ij Pn - 1) (Nnode - N_i) Pn / (Nnode Pn - 1)
 *   printed    BR_ij = B / ((Pn - 1 + (N_i - 1) Pn Pn + (Nnode - N_i)    RCV_ij) / (Nnode Pn - 1))
 *   corrected  BR_ij = B / ((Pn - 1 + (N_i - 1) Pn Pn + (Nnode - N_i) Pn RCV_ij) / (Nnode Pn - 1))
 * </pre>
 * The corrected form counts all (Nnode - N_i) Pn ranks on other leaves: only with them are the terms those of Nnode Pn - 1 ranks. With one
 * rank on each node both forms are the same.
 *
 * @param nodes   Nnode, the nodes that have ranks
 * @param perNode Pn, the most ranks on a node
 * @param leaves  leaf switches that have nodes with ranks
 */
public record AverageBandwidth(int nodes, int perNode, List<Leaf> leaves) {

    public AverageBandwidth {
        leaves = List.copyOf(leaves);
    }

    /**
     * A leaf switch with nodes that have ranks. Node k is reached over the link down to the leaf with the number j = k modulo the number of
     * uplinks of a leaf.
     *
     * @param number   number of the switch among the leaf switches, from 0
     * @param nodes    N_i, the number of nodes of this leaf that have ranks, &gt;= 1
     * @param byUplink NL_ij, the number of those nodes that are reached over link j, indexed by j
     */
    public record Leaf(int number, int nodes, List<Integer> byUplink) {

        public Leaf {
            byUplink = List.copyOf(byUplink);
        }
    }

    /**
     * Returns the model of a placement on a fat tree.
     *
     * @throws IllegalArgumentException when the fabric is no fat tree of two levels with one leaf switch for each node
     */
    public static AverageBandwidth of(Placement placement) {
        if (!(placement.fabric() instanceof FatTree tree) || tree.levels().size() != 2 || tree.levels().getFirst().parents() != 1) {
            throw new IllegalArgumentException("fabric=" + placement.fabric().name() + ": must be a fat tree of two levels");
        }
        int uplinks = tree.levels().get(1).parents() * tree.levels().get(1).cables();
        int[][] counts = new int[tree.switches(1)][uplinks];
        int[] used = placement.nodes();
        for (int node : used) {
            counts[tree.leaf(node)][node % uplinks]++;
        }
        List<Leaf> leaves = new ArrayList<>();
        for (int leaf = 0; leaf < counts.length; leaf++) {
            List<Integer> byUplink = new ArrayList<>();
            for (int count : counts[leaf]) {
                byUplink.add(count);
            }
            int nodes = byUplink.stream().mapToInt(Integer::intValue).sum();
            if (nodes > 0) {
                leaves.add(new Leaf(leaf, nodes, byUplink));
            }
        }
        int perNode = Collections.max(placement.ranksByNode().stream().map(ranks -> ranks.length).toList());
        return new AverageBandwidth(used.length, perNode, leaves);
    }

    /**
     * Returns how many ranks of a leaf switch receive at the same time over one of the links down to the leaf, when one of them receives:
     * RCV_ij of the paper's formula, for leaf i and uplink j. The number is a mean and need not be whole.
     *
     * @param leaf     leaf switch i
     * @param byUplink number of the leaf's nodes with ranks that are reached over the link: NL_ij, one of {@link Leaf#byUplink}
     */
    public double receivers(Leaf leaf, int byUplink) {
        return 1 + (byUplink * (double) perNode - 1) * (nodes - leaf.nodes) * perNode / others();
    }

    /** Returns the number of ranks but one, at least 1: a rank alone has nobody to share with. */
    private double others() {
        return Math.max(1, (double) nodes * perNode - 1);
    }

    /**
     * Returns the factor by which messages take longer than a message that is alone, by the formula that is printed in the fat-tree paper
     * of Kurokawa and Nanri: B / min BR_ij, which is the bandwidth of a link / the least average bandwidth of any leaf and uplink.
     */
    public double slowdownAsPrinted() {
        return slowdown(1);
    }

    /**
     * Returns the factor by which messages take longer than a message that is alone, at least 1, by the corrected formula of the fat-tree
     * paper of Kurokawa and Nanri. It is B / min BR_ij, the bandwidth of a link / the least average bandwidth of any leaf and uplink, as in
     * {@link #slowdownAsPrinted}, but counts all ranks of the nodes on other leaves, not one rank for each node.
     */
    public double slowdownCorrected() {
        return Math.max(1, slowdown(perNode));
    }

    private double slowdown(double ranksPerOtherNode) {
        double most = 0;
        for (Leaf leaf : leaves) {
            for (int byUplink : leaf.byUplink) {
                if (byUplink > 0) {
                    double sum = perNode - 1 + (leaf.nodes - 1.0) * perNode * perNode
                            + (nodes - leaf.nodes) * ranksPerOtherNode * receivers(leaf, byUplink);
                    most = Math.max(most, sum / others());
                }
            }
        }
        return most;
    }
}
