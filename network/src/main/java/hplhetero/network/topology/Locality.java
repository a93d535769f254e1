package hplhetero.network.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** The kinds of places that ranks near each other share. A message to all ranks of a place needs to come from afar only once. */
public enum Locality {
    /** A host, which may have several nodes: one for each of its network adapters. */
    HOST("host"),
    /** The switch that the ranks' nodes are linked to. Ranks on a torus, or on one switch, all form one group. */
    SWITCH("switch"),
    /** A line of nodes along the first dimension of a mesh or torus. Ranks of other fabrics all form one group. */
    LINE("line"),
    /**
     * A group of switches that are all linked to each other, so no message within it needs links between groups: a group of a dragonfly, or
     * a row of switches along the first dimension of a HyperX. Ranks of other fabrics all form one group.
     */
    GROUP("group");

    private final String label;

    Locality(String label) {
        this.label = label;
    }

    /** Returns the word for this locality in names of algorithms, such as {@code host}. */
    public String label() {
        return label;
    }

    /**
     * Returns for each rank the number of its group, indexed by rank. Ranks are of one group if they share a place of this kind: one node,
     * one switch, one line of a torus, one group of a dragonfly or one row of a HyperX. Groups are numbered from 0 in the order of their
     * first ranks.
     *
     * @param placement nodes of the ranks
     */
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

    /** Returns the function that gives nodes of one place the same number. */
    private IntUnaryOperator place(Fabric fabric) {
        return switch (this) {
            case HOST -> fabric::hostOf;
            case SWITCH -> switch (fabric) {
                case FatTree tree -> tree::leaf;
                case Dragonfly fly -> fly::router;
                case HyperX hyperX -> hyperX::switchOf;
                case TableFabric table -> firstSwitches(table);
                case FlatSwitch _, Torus _ -> node -> 0;
            };
            case LINE -> switch (fabric) {
                case Torus torus -> node -> node - torus.coordinate(node, 0);
                case NumberedNodes _, TableFabric _, FlatSwitch _ -> node -> 0;
            };
            case GROUP -> switch (fabric) {
                case Dragonfly fly -> fly::group;
                case HyperX hyperX -> hyperX::row;
                case FatTree _, Torus _, TableFabric _, FlatSwitch _ -> node -> 0;
            };
        };
    }

    /**
     * Returns the function that gives the vertex to which the first link of a node leads: a switch, or another node where there is no
     * switch.
     */
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
