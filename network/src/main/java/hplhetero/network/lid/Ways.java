package hplhetero.network.lid;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Locality;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The numbers of the ways up a tree. They are the same for all its leaf switches, whatever the numbers of paths are there. In a tree of two
 * levels with one cable for each pair, the number of a way is the number of its root, K of them in a K-ary tree. Further cables are
 * numbered after all first cables. In higher trees each level adds a digit, the leaves' digit the lowest. Found from the routes between
 * ranks alone; takes O(leaf switches x ranks x paths).
 */
final class Ways {
    private final BitSet betweenSwitches;
    /** What each link adds to the number of a route that climbs by it, indexed by link. */
    private final long[] values;
    private final int[] senders;
    private long count = 1;

    /**
     * Numbers the ways of a placement's fabric.
     *
     * @throws IllegalArgumentException when the fabric is no tree
     */
    Ways(Placement placement) {
        Fabric fabric = placement.fabric();
        betweenSwitches = SwitchLinks.of(fabric);
        values = new long[fabric.links()];
        int[] leafOf = Locality.SWITCH.groups(placement);
        BitSet seen = new BitSet();
        senders = IntStream.range(0, leafOf.length).filter(rank -> {
            boolean first = !seen.get(leafOf[rank]);
            seen.set(leafOf[rank]);
            return first;
        }).map(placement::nodeOf).toArray();
        Map<String, Integer> order = new HashMap<>();
        for (BitSet level : ups(fabric, placement.nodes())) {
            level.stream().forEach(id -> order.putIfAbsent(fabric.link(id).to(), order.size()));
            Map<String, List<Integer>> bySwitch = new TreeMap<>();
            level.stream().forEach(id -> bySwitch.computeIfAbsent(fabric.link(id).from(), _ -> new ArrayList<>()).add(id));
            bySwitch.values().forEach(links -> number(fabric, links, order));
            count *= bySwitch.values().stream().mapToInt(List::size).max().orElse(1);
        }
    }

    /** Returns for each level, from the leaves', the links by which routes climb: the first half of a route's links between switches. */
    private List<BitSet> ups(Fabric fabric, int[] nodes) {
        int[] route = new int[fabric.longestRoute()];
        List<BitSet> ups = new ArrayList<>();
        for (int i = 0; i < route.length / 2; i++) {
            ups.add(new BitSet());
        }
        for (int from : senders) {
            for (int to : nodes) {
                for (int path = 0; path < fabric.paths(); path++) {
                    int hops = fabric.route(from, to, path, route);
                    int first = 0;
                    while (first < hops && !betweenSwitches.get(route[first])) {
                        first++;
                    }
                    for (int i = first; i < hops / 2; i++) {
                        ups.get(i - first).set(route[i]);
                    }
                }
            }
        }
        return ups;
    }

    /** Gives the links up from a switch their digits: the first cable to each switch above comes first, then the second cables. */
    private void number(Fabric fabric, List<Integer> links, Map<String, Integer> order) {
        Map<String, Integer> cables = new HashMap<>();
        Map<Integer, Integer> cable = new HashMap<>();
        links.forEach(id -> cable.put(id, cables.merge(fabric.link(id).to(), 1, Integer::sum)));
        links.sort(Comparator.<Integer>comparingInt(cable::get).thenComparingInt(id -> order.get(fabric.link(id).to())));
        for (int digit = 0; digit < links.size(); digit++) {
            values[links.get(digit)] = digit * count;
        }
    }

    /** Returns the number of ways up the tree. */
    long count() {
        return count;
    }

    /**
     * Returns by how much the number of the way that a route takes up the tree is above {@code first}, counted cyclically: 0 .. number of
     * ways - 1.
     *
     * @param first number of a way
     * @param route links of the route, in the first {@code hops} entries
     * @param hops  number of links
     */
    long behind(long first, int[] route, int hops) {
        long distance = -first;
        for (int i = 0; i < hops; i++) {
            distance += values[route[i]];
        }
        return distance < 0 ? distance + count : distance;
    }

    /** Returns whether a link leads from switch to switch. */
    boolean betweenSwitches(int link) {
        return betweenSwitches.get(link);
    }

    /**
     * Returns whether a route passes a link from switch to switch.
     *
     * @param route links of the route, in the first {@code hops} entries
     * @param hops  number of links
     */
    boolean climbs(int[] route, int hops) {
        for (int i = 0; i < hops; i++) {
            if (betweenSwitches.get(route[i])) {
                return true;
            }
        }
        return false;
    }

    /** Returns one node for each leaf switch below which there are ranks: the node of the first such rank. */
    int[] senders() {
        return senders;
    }
}
