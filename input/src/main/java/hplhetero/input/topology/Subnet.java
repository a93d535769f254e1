package hplhetero.input.topology;

import hplhetero.network.topology.TableFabric;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An InfiniBand fabric as a subnet manager set it up, with what a {@link TableFabric} does not keep and forwarding tables need. A subnet is
 * immutable and may be used by any thread.
 */
public final class Subnet {
    private final TableFabric fabric;
    private final List<Node> nodes;
    /** Descriptions of the nodes' adapters, without blanks, indexed by node: usually host and adapter, as in {@code node1_HCA-1}. */
    private final List<String> descriptions;
    private final List<Switch> switches;
    /** Number of the port where each link begins, indexed by link. */
    private final int[] ports;
    /** Number of LIDs that each node has. */
    private final int lids;
    private final List<String> notes;

    Subnet(TableFabric fabric, List<Node> nodes, List<String> descriptions, List<Switch> switches, int[] ports, int lids,
            List<String> notes) {
        this.fabric = fabric;
        this.nodes = List.copyOf(nodes);
        this.descriptions = List.copyOf(descriptions);
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
     * The port of a node to which the node's LIDs belong.
     *
     * @param guid     GUID of the port, or 0 where it is not known
     * @param firstLid the node's first LID, which is followed by one for each further path
     * @param lids     number of LIDs of the port, which may be more than there are paths to each node
     */
    record Node(long guid, int firstLid, int lids) {
    }

    /**
     * A switch of the fabric.
     *
     * @param guid   GUID of the switch
     * @param others entries of its table by LID, for all LIDs but the nodes': its own, those of other switches, and of further ports of
     *               adapters
     */
    record Switch(long guid, SortedMap<Integer, Entry> others) {
    }

    /**
     * An entry of a forwarding table.
     *
     * @param port number of the port where messages leave
     * @param note text behind the port, which says whose LID it is; may be empty
     */
    record Entry(int port, String note) {
    }

    /** Returns what the files do not say and was taken for granted, in words for people. */
    public List<String> notes() {
        return notes;
    }

    /** Returns the fabric: nodes, switches, links, and the routes of the tables that were read. */
    public TableFabric fabric() {
        return fabric;
    }

    /** Returns the number of LIDs that each node has at least, 2^LMC. Path p to a node is the route to the node's first LID + p. */
    public int lids() {
        return lids;
    }

    /**
     * Returns words about the adapter that has fewer LIDs than others, such as {@code adapter node1_HCA-1 has LMC 0, others up to LMC 3};
     * empty if all have equally many.
     */
    public Optional<String> fewestLids() {
        int most = nodes.stream().mapToInt(Node::lids).max().orElse(lids);
        return IntStream.range(0, nodes.size()).filter(node -> most > lids && nodes.get(node).lids() == lids).boxed().findFirst()
                .map(node -> "adapter " + descriptions.get(node) + " has LMC " + Integer.numberOfTrailingZeros(lids) + ", others up to LMC "
                        + Integer.numberOfTrailingZeros(most));
    }

    /**
     * Returns the node whose adapter has a description, such as {@code node1_HCA-1}; empty if there is none, or more than one.
     *
     * @param description description of the adapter with {@code _} in place of blanks
     */
    Optional<Integer> node(String description) {
        int first = descriptions.indexOf(description);
        return first < 0 || first != descriptions.lastIndexOf(description) ? Optional.empty() : Optional.of(first);
    }

    /** Returns the first LID of a node. The LIDs of consecutive nodes need not be consecutive. */
    public int firstLid(int node) {
        return nodes.get(node).firstLid();
    }

    /**
     * Returns the GUID of a switch of the fabric.
     *
     * @param s number of the switch, from 0; it is vertex {@code fabric().nodes() + s}
     */
    public long switchGuid(int s) {
        return switches.get(s).guid();
    }

    /**
     * Returns the number of the port at which a link leaves its vertex.
     *
     * @param link number of the link in the fabric
     */
    public int port(int link) {
        return ports[link];
    }

    /**
     * Returns tables as the text of a file for OpenSM's FILE engine ({@code opensm -R file,no_fallback -U FILE}), in the format of
     * dump_lfts, which {@link InfiniBandReader} reads too. Each LID of a node carries the GUID of the node's port. OpenSM finds the LID by
     * this GUID if it has given the node other LIDs. LIDs that are no node's, and LIDs beyond the tables' paths, keep the entries that were
     * read.
     *
     * @param tables tables over the links of {@link #fabric()}, with the same numbers of links
     * @throws IllegalArgumentException if the tables are of other links, have more paths than nodes have LIDs, or a node has no LID
     */
    public String write(TableFabric tables) {
        requireMine(tables);
        requireLids();
        StringBuilder text = new StringBuilder("# Forwarding tables of " + fabric.nodes() + " nodes, " + lids
                + (lids == 1 ? " LID" : " LIDs") + " each: opensm -R file,no_fallback -U FILE\n");
        for (int s = 0; s < switches.size(); s++) {
            write(tables, s, text);
        }
        return text.toString();
    }

    private void requireLids() {
        IntStream.range(0, nodes.size()).filter(node -> nodes.get(node).firstLid() == 0).findFirst().ifPresent(node -> {
            throw new IllegalArgumentException("adapter " + descriptions.get(node) + " has lid=0: save the output of ibnetdiscover after a "
                    + "subnet manager has assigned LIDs");
        });
    }

    private void requireMine(TableFabric tables) {
        if (tables.paths() > lids) {
            throw new IllegalArgumentException("paths=" + tables.paths() + ": each node has " + lids + (lids == 1 ? " LID" : " LIDs")
                    + ": let the subnet manager assign more (OpenSM: -l LMC, for 2^LMC LIDs)");
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
            String note = end.guid() == 0 ? ""
                    : " : (Channel Adapter portguid 0x%016x: '%s')".formatted(end.guid(), descriptions.get(node));
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
