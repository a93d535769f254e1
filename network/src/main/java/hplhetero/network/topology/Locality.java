package hplhetero.network.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** What ranks share that sit near each other, so that a message to all of them need come from afar only once. */
public enum Locality {
    /** A node. */
    HOST("host"),
    /** The switch that their nodes are linked to; nothing tells ranks on a torus, or on one switch, apart. */
    SWITCH("switch"),
    /** A line of nodes along the first dimension of a mesh or torus; nothing tells ranks of other fabrics apart. */
    LINE("line");

    private final String label;

    Locality(String label) {
        this.label = label;
    }

    /** The word for it in names of algorithms: {@code host}. */
    public String label() {
        return label;
    }

    /** A number for the group of each rank, from 0 in the order of their first ranks. */
    public int[] groups(Placement placement) {
        IntUnaryOperator place = place(placement.fabric());
        Map<Integer, Integer> numbers = new HashMap<>();
        int[] groups = new int[placement.ranks()];
        Arrays.setAll(groups, rank -> {
            int where = place.applyAsInt(placement.nodeOf(rank));
            Integer known = numbers.putIfAbsent(where, numbers.size());
            return known == null ? numbers.size() - 1 : known;
        });
        return groups;
    }

    /** A number that nodes have in common that share it. */
    private IntUnaryOperator place(Fabric fabric) {
        return switch (this) {
            case HOST -> node -> node;
            case SWITCH -> switch (fabric) {
                case FatTree tree -> tree::leaf;
                case TableFabric table -> firstSwitches(table);
                case FlatSwitch _, Torus _ -> node -> 0;
            };
            case LINE -> switch (fabric) {
                case Torus torus -> node -> node - torus.coordinate(node, 0);
                case FatTree _, TableFabric _, FlatSwitch _ -> node -> 0;
            };
        };
    }

    /** Where the first link of each node leads: a switch, or another node where there is none. */
    private static IntUnaryOperator firstSwitches(TableFabric table) {
        int[] first = new int[table.nodes()];
        Arrays.setAll(first, node -> node);
        for (int link = table.links() - 1; link >= 0; link--) {
            if (table.from(link) < first.length) {
                first[table.from(link)] = table.to(link);
            }
        }
        return node -> first[node];
    }
}
