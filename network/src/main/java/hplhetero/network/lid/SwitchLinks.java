package hplhetero.network.lid;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.BitSet;

/** Which links of a tree lead from switch to switch; the others lead to nodes or away from them, and no choice of paths spares these. */
final class SwitchLinks {
    private SwitchLinks() {
    }

    /** @throws IllegalArgumentException when the fabric is neither a fat tree nor given by tables */
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
