package hplhetero.network.lid;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.BitSet;

/**
 * The links of a tree that lead from switch to switch. The other links lead to nodes or away from them, and no choice of paths can relieve
 * those.
 */
final class SwitchLinks {
    private SwitchLinks() {
    }

    /**
     * Returns the numbers of the links that lead from switch to switch.
     *
     * @throws IllegalArgumentException when the fabric is neither a fat tree nor given by tables
     */
    static BitSet of(Fabric fabric) {
        BitSet between = new BitSet(fabric.links());
        switch (fabric) {
            case FatTree tree -> between.set(tree.nodeLinks(), tree.links());
            case TableFabric tables -> {
                for (int link = 0; link < tables.links(); link++) {
                    between.set(link, tables.from(link) >= tables.nodes() && tables.to(link) >= tables.nodes());
                }
            }
            default -> throw new IllegalArgumentException("fabric=" + fabric.name() + ": paths are chosen in fat trees only");
        }
        return between;
    }
}
