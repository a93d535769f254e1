package hplhetero.comm.lid;

import hplhetero.comm.topology.Fabric;
import hplhetero.comm.topology.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for the ways up a tree, the same for all its leaf switches, whatever paths are called there. In a tree of two levels with one
 * cable a pair, the number of a way is that of its root, K of them in a K-ary tree; further cables come after all first ones. In higher
 * trees each level adds a digit, the leaves' the lowest.
 */
final class Ways {
    /** Of each link: what it adds to the number of a route that passes it. */
    private final long[] values;
    private final BitSet betweenSwitches;
    /** The first switch from each node, in the order in which links name switches. */
    private final int[] leaves;
    private final long count;

    private Ways(long[] values, BitSet betweenSwitches, int[] leaves, long count) {
        this.values = values;
        this.betweenSwitches = betweenSwitches;
        this.leaves = leaves;
        this.count = count;
    }

    /** @throws IllegalArgumentException when the fabric is no tree */
    static Ways of(Fabric fabric) {
        BitSet between = SwitchLinks.of(fabric);
        Map<String, Integer> numbers = new HashMap<>();
        for (int node = 0; node < fabric.nodes(); node++) {
            numbers.put(fabric.nodeName(node), node);
        }
        int[] from = new int[fabric.links()];
        int[] to = new int[fabric.links()];
        for (int id = 0; id < from.length; id++) {
            Link link = fabric.link(id);
            from[id] = numbers.computeIfAbsent(link.from(), _ -> numbers.size());
            to[id] = numbers.computeIfAbsent(link.to(), _ -> numbers.size());
        }
        int[] leaves = new int[fabric.nodes()];
        Arrays.fill(leaves, -1);
        for (int id = from.length - 1; id >= 0; id--) {
            if (from[id] < leaves.length) {
                leaves[from[id]] = to[id];
            }
        }
        int[] levels = levels(from, to, numbers.size(), fabric.nodes());
        List<List<Integer>> ups = ups(from, to, levels, between);
        long[] values = new long[from.length];
        long weight = 1;
        int height = Arrays.stream(levels).max().orElse(0);
        for (int level = 1; level < height; level++) {
            int most = 1;
            for (int vertex = 0; vertex < levels.length; vertex++) {
                if (levels[vertex] == level) {
                    most = Math.max(most, number(ups.get(vertex), to, weight, values));
                }
            }
            weight = Math.multiplyExact(weight, most);
        }
        return new Ways(values, between, leaves, weight);
    }

    /** Of each vertex: links from the nearest node. */
    private static int[] levels(int[] from, int[] to, int vertices, int nodes) {
        int[] levels = new int[vertices];
        Arrays.fill(levels, nodes, vertices, Integer.MAX_VALUE);
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int id = 0; id < from.length; id++) {
                if (levels[from[id]] < Integer.MAX_VALUE && levels[to[id]] > levels[from[id]] + 1) {
                    levels[to[id]] = levels[from[id]] + 1;
                    changed = true;
                }
            }
        }
        return levels;
    }

    /** Of each vertex, the links that lead up to switches. */
    private static List<List<Integer>> ups(int[] from, int[] to, int[] levels, BitSet between) {
        List<List<Integer>> ups = new ArrayList<>();
        for (int vertex = 0; vertex < levels.length; vertex++) {
            ups.add(new ArrayList<>());
        }
        for (int id = 0; id < from.length; id++) {
            if (between.get(id) && levels[to[id]] > levels[from[id]]) {
                ups.get(from[id]).add(id);
            }
        }
        return ups;
    }

    /** Gives the links up from a switch their digits: the first cable to each switch above, then the second ones. Returns how many. */
    private static int number(List<Integer> links, int[] to, long weight, long[] values) {
        Map<Integer, Integer> cables = new HashMap<>();
        Map<Integer, Integer> cable = new HashMap<>();
        links.forEach(id -> cable.put(id, cables.merge(to[id], 1, Integer::sum)));
        links.sort(Comparator.<Integer>comparingInt(cable::get).thenComparingInt(id -> to[id]));
        for (int digit = 0; digit < links.size(); digit++) {
            values[links.get(digit)] = digit * weight;
        }
        return links.size();
    }

    /** How many there are. */
    long count() {
        return count;
    }

    /** Of the way that a route takes. */
    long number(int[] route, int hops) {
        long number = 0;
        for (int i = 0; i < hops; i++) {
            number += values[route[i]];
        }
        return number;
    }

    /** How far behind the way {@code first} a route's is, going round. */
    long behind(long first, int[] route, int hops) {
        long distance = number(route, hops) - first;
        return distance < 0 ? distance + count : distance;
    }

    boolean betweenSwitches(int link) {
        return betweenSwitches.get(link);
    }

    /** Whether a route leads from switch to switch. */
    boolean leaves(int[] route, int hops) {
        for (int i = 0; i < hops; i++) {
            if (betweenSwitches.get(route[i])) {
                return true;
            }
        }
        return false;
    }

    /** The leaf switch of a node: a number, the same for nodes of the same. */
    int leaf(int node) {
        return leaves[node];
    }
}
