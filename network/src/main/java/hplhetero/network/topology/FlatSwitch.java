package hplhetero.network.topology;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A fabric of nodes on one switch. Each node has one link to the switch and one from it; all messages of a node share these two links, and
 * nothing else. Messages between the cores of a node pass no link.
 */
public final class FlatSwitch implements Fabric {
    private static final String SWITCH = "switch";

    private final List<String> names;
    private final int[] slots;

    private FlatSwitch(List<String> names, int[] slots) {
        this.names = List.copyOf(names);
        this.slots = slots.clone();
        Sizes.positive("nodes", names.size());
        Sizes.atMost("nodes", names.size(), MOST_NODES);
        if (slots.length != names.size()) {
            throw new IllegalArgumentException("names=" + names.size() + " slots=" + slots.length + ": must be as many");
        }
        if (new HashSet<>(names).size() != names.size() || names.contains(SWITCH)) {
            throw new IllegalArgumentException("names=" + names + ": must differ, and none be '" + SWITCH + "'");
        }
        Arrays.stream(slots).forEach(Sizes::slots);
    }

    /** Returns a switch with nodes {@code n0}, {@code n1}, ... that take any number of ranks. */
    public static FlatSwitch of(int nodes) {
        Sizes.atMost("nodes", Sizes.positive("nodes", nodes), MOST_NODES);
        return of(IntStream.range(0, nodes).mapToObj(node -> "n" + node).toList());
    }

    /** Returns a switch with these hosts, which take any number of ranks. */
    public static FlatSwitch of(List<String> hosts) {
        return of(hosts, IntStream.generate(() -> ANY_SLOTS).limit(hosts.size()).toArray());
    }

    /**
     * Returns a switch with these hosts.
     *
     * @param hosts names of the hosts, all different
     * @param cores number of ranks that each host takes, indexed by host
     * @throws IllegalArgumentException when there are no hosts, not as many cores as hosts, or two hosts of one name
     */
    public static FlatSwitch of(List<String> hosts, int[] cores) {
        return new FlatSwitch(hosts, cores);
    }

    /** Returns the names of the nodes, in their order. */
    public List<String> names() {
        return names;
    }

    @Override
    public String name() {
        return "switch of " + names.size() + (names.size() == 1 ? " node" : " nodes");
    }

    @Override
    public int nodes() {
        return names.size();
    }

    @Override
    public String nodeName(int node) {
        return names.get(node);
    }

    @Override
    public int slots(int node) {
        return slots[node];
    }

    @Override
    public int links() {
        return 2 * names.size();
    }

    @Override
    public Link link(int id) {
        Objects.checkIndex(id, links());
        return id < names.size() ? new Link(names.get(id), SWITCH, 1) : new Link(SWITCH, names.get(id - names.size()), 1);
    }

    @Override
    public double bandwidth(int link) {
        Objects.checkIndex(link, links());
        return 1;
    }

    @Override
    public int longestRoute() {
        return 2;
    }

    @Override
    public int route(int from, int to, int[] links) {
        int nodes = slots.length;
        Objects.checkIndex(from, nodes);
        Objects.checkIndex(to, nodes);
        if (from == to) {
            return 0;
        }
        links[0] = from;
        links[1] = nodes + to;
        return 2;
    }

    @Override
    public String toString() {
        return name();
    }
}
