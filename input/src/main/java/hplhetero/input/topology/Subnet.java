package hplhetero.input.topology;

import hplhetero.network.topology.TableFabric;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An InfiniBand fabric as a subnet manager set it up: what a {@link TableFabric} forgets, and forwarding tables are written with.
 * Immutable; for any thread.
 */
public final class Subnet {
    private final TableFabric fabric;
    private final List<Node> nodes;
    private final List<Switch> switches;
    /** Of each link, the port where it begins. */
    private final int[] ports;
    private final int lids;
    private final List<String> notes;

    Subnet(TableFabric fabric, List<Node> nodes, List<Switch> switches, int[] ports, int lids, List<String> notes) {
        this.fabric = fabric;
        this.nodes = List.copyOf(nodes);
        this.switches = List.copyOf(switches);
        this.ports = ports.clone();
        this.lids = lids;
        this.notes = List.copyOf(notes);
        if (nodes.size() != fabric.nodes() || switches.size() != fabric.switches() || ports.length != fabric.links()) {
            throw new IllegalArgumentException("nodes=" + nodes.size() + " switches=" + switches.size() + " ports=" + ports.length
                    + ": must be those of " + fabric.name());
        }
    }

    /**
     * The port of a node that its LIDs belong to.
     *
     * @param guid     of the port, or 0 where nobody said
     * @param firstLid with its paths, it has this and the next
     */
    record Node(long guid, int firstLid) {
    }

    /**
     * A switch.
     *
     * @param guid   of the switch
     * @param others its entries for all LIDs but those of the nodes: its own, those of other switches, of further ports of adapters
     */
    record Switch(long guid, SortedMap<Integer, Entry> others) {
    }

    /**
     * A line of a table.
     *
     * @param port where messages leave
     * @param note behind the port: whose LID it is, or nothing
     */
    record Entry(int port, String note) {
    }

    /** What the files do not say and was taken for granted, in words for people. */
    List<String> notes() {
        return notes;
    }

    /** Nodes, switches, links, and the routes that the dumped tables say. */
    public TableFabric fabric() {
        return fabric;
    }

    /** LIDs that each node has, 2^LMC: path p to a node is that to its first LID + p. */
    public int lids() {
        return lids;
    }

    /** The first LID of a node; those of node after node need not follow each other. */
    public int firstLid(int node) {
        return nodes.get(node).firstLid();
    }

    /** The GUID of switch s, which is vertex {@code fabric().nodes() + s}. */
    public long switchGuid(int s) {
        return switches.get(s).guid();
    }

    /** The number of the port where a link begins. */
    public int port(int link) {
        return ports[link];
    }

    /**
     * Tables as the text of a file for OpenSM's FILE engine ({@code opensm -R file,no_fallback -U FILE}), in the format of dump_lfts, which
     * {@link InfiniBandReader} reads too. Each LID of a node carries the GUID of its port, by which OpenSM finds the LID again if it has
     * given the node others. What is not a node's LID, and LIDs beyond the tables' paths, stays as it was dumped.
     *
     * @param tables over the links of {@link #fabric()}, under the same numbers
     * @throws IllegalArgumentException when the tables are of other links, or have more paths than nodes have LIDs
     */
    public String write(TableFabric tables) {
        requireMine(tables);
        StringBuilder text = new StringBuilder("# Forwarding tables of " + fabric.nodes() + " nodes, " + lids
                + (lids == 1 ? " LID" : " LIDs") + " each: opensm -R file,no_fallback -U FILE\n");
        for (int s = 0; s < switches.size(); s++) {
            write(tables, s, text);
        }
        return text.toString();
    }

    private void requireMine(TableFabric tables) {
        if (tables.paths() > lids) {
            throw new IllegalArgumentException("paths=" + tables.paths() + ": nodes have " + lids + (lids == 1 ? " LID" : " LIDs")
                    + " each: have the subnet manager give more (OpenSM: -l LMC, for 2^LMC)");
        }
        boolean same = tables.nodes() == fabric.nodes() && tables.switches() == fabric.switches() && tables.links() == fabric.links();
        for (int link = 0; link < fabric.links() && same; link++) {
            same = tables.from(link) == fabric.from(link) && tables.to(link) == fabric.to(link);
        }
        if (!same) {
            throw new IllegalArgumentException("tables=" + tables.name() + ": must have the links of " + fabric.name());
        }
    }

    private void write(TableFabric tables, int s, StringBuilder text) {
        int vertex = fabric.nodes() + s;
        TreeMap<Integer, Entry> entries = new TreeMap<>(switches.get(s).others());
        for (int node = 0; node < nodes.size(); node++) {
            Node end = nodes.get(node);
            String note = end.guid() == 0 ? "" : " : (Channel Adapter portguid 0x%016x: '%s')".formatted(end.guid(), fabric.nodeName(node));
            for (int path = 0; path < lids; path++) {
                int link = (path < tables.paths() ? tables : fabric).next(path, vertex, node);
                if (link >= 0) {
                    entries.put(end.firstLid() + path, new Entry(ports[link], note));
                }
            }
        }
        text.append("Unicast lids [0x%x-0x%x] of switch guid 0x%016x (%s):\n".formatted(entries.isEmpty() ? 0 : entries.firstKey(),
                entries.isEmpty() ? 0 : entries.lastKey(), switches.get(s).guid(), fabric.vertexName(vertex)));
        entries.forEach((lid, entry) -> text.append("0x%04x %03d%s\n".formatted(lid, entry.port(), entry.note())));
    }
}
