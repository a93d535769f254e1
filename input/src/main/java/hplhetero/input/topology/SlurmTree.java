package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.NoRouteException;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The switches or blocks that one of Slurm's files names, from which the fabric is made. Blocks are groups of nodes that are near each
 * other; each counts as a switch. Slurm's files do not say how many cables join two switches, so these are taken to carry what all nodes
 * below them can send, or a given part of it. For one thread.
 */
final class SlurmTree {
    private static final String NOTE = "the file does not say how many cables join %s: they are assumed to carry what all nodes below "
            + "can send; if they carry half of it, write a topology file with the line `fabric slurm file=%s taper=2`";

    /** The most levels of switches, more than any real tree has. */
    private static final int MOST_LEVELS = 64;

    /** The name of the file, for messages. */
    private final String file;
    /** The nodes and switches below each switch, by the switch's name. */
    private final Map<String, Below> switches = new LinkedHashMap<>();
    /** The number of each node and switch, by name. */
    private final Map<String, Integer> vertices = new LinkedHashMap<>();
    /** The names of the blocks, in the order of the file. */
    private final Set<String> blocks = new LinkedHashSet<>();
    /** Sizes of blocks and of groups of blocks, in nodes. */
    private final Set<Integer> blockSizes = new LinkedHashSet<>();
    /** The nodes below each switch for which they have been found, by the switch's name. */
    private final Map<String, Set<String>> nodesBelow = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    SlurmTree(String file) {
        this.file = file;
    }

    /**
     * The neighbours below a switch.
     *
     * @param where     place of its line, for messages
     * @param nodes     names of nodes
     * @param switches  names of switches
     * @param allBelow  whether {@code nodes} also has the nodes of the switches below, as in what {@code scontrol} prints
     */
    record Below(String where, List<String> nodes, List<String> switches, boolean allBelow) {
    }

    /** Adds a switch; a second one of its name is refused. */
    void add(String name, Below below) {
        Below before = switches.putIfAbsent(name, below);
        if (before != null) {
            throw new InputException(below.where() + ": switch " + name + " is named a second time, first in " + before.where()
                    + ": drop one of the two");
        }
    }

    /** Adds a block of nodes. */
    void addBlock(String name, String where, List<String> nodes) {
        add(name, new Below(where, nodes, List.of(), false));
        blocks.add(name);
    }

    /** Adds a size of blocks or of groups of blocks, in nodes. */
    void addBlockSize(int nodes) {
        blockSizes.add(nodes);
    }

    /** Adds what the reader of the file has assumed, in words for people. */
    void note(String note) {
        notes.add(note);
    }

    /**
     * Reads the file if it is one of Slurm's; returns nothing if it is none.
     *
     * @throws InputException if it is one of Slurm's but cannot be used, naming file, line, what is wrong, and the remedy
     */
    static Optional<SlurmTree> read(TextFile file) {
        return SlurmTopologyReader.reads(file) ? Optional.of(SlurmTopologyReader.read(file))
                : SlurmYamlReader.reads(file) ? Optional.of(SlurmYamlReader.read(file)) : Optional.empty();
    }

    /**
     * Returns the topology of all switches and blocks, whose links between switches carry what all nodes below can send.
     *
     * @throws InputException if they do not make up a network
     */
    Topology topology() {
        notes.add(NOTE.formatted(blocks.isEmpty() ? "switches" : "blocks", file));
        return new Topology(fabric(1, Fabric.ANY_SLOTS), Optional.empty(), Optional.empty(), notes);
    }

    /** Returns what was assumed about the file, in words for people. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Returns the fabric of all switches and blocks.
     *
     * @param taper what all nodes below a link between switches can send, divided by what the link carries; 1 where it carries all
     * @param slots how many ranks each node takes, or {@link Fabric#ANY_SLOTS}
     * @throws InputException if they do not make up a network
     */
    TableFabric fabric(double taper, int slots) {
        groupBlocks();
        return joined(taper, slots);
    }

    /**
     * Joins the blocks by switches above them: a switch for each group of consecutive blocks that together have a size of the file, and one
     * above all.
     */
    private void groupBlocks() {
        List<Integer> sizes = blockSizes.stream().sorted().toList();
        List<String> below = List.copyOf(blocks);
        int together = 1;
        for (int size : sizes) {
            int blocksOfSize = size / sizes.getFirst();
            if (size % sizes.getFirst() != 0 || blocksOfSize % together != 0) {
                throw new InputException(file + ": block size " + size + " is not a multiple of block size " + sizes.getFirst() * together
                        + ": each size of BlockSizes must be a multiple of the one before");
            }
            below = grouped(below, blocksOfSize / together);
            together = blocksOfSize;
        }
        grouped(below, Math.max(1, below.size()));
    }

    /** Adds a switch above each {@code size} consecutive ones, where there are several, and returns the names of the highest. */
    private List<String> grouped(List<String> below, int size) {
        List<String> groups = new ArrayList<>();
        for (int first = 0; first < below.size(); first += size) {
            List<String> members = below.subList(first, Math.min(below.size(), first + size));
            String name = members.size() == 1 ? members.getFirst() : members.getFirst() + ".." + members.getLast();
            if (members.size() > 1) {
                add(name, new Below(file, List.of(), List.copyOf(members), false));
            }
            groups.add(name);
        }
        return groups;
    }

    private TableFabric joined(double taper, int slots) {
        Set<String> nodes = new LinkedHashSet<>();
        switches.values().forEach(below -> nodes.addAll(below.nodes()));
        if (nodes.isEmpty()) {
            throw new InputException(file + ": has no nodes: add a line such as SwitchName=leaf1 Nodes=n[1-16]");
        }
        nodes.forEach(name -> vertices.put(name, vertices.size()));
        switches.keySet().forEach(name -> vertices.put(name, vertices.size()));
        try {
            TableFabric.Builder builder = new TableFabric.Builder(List.copyOf(nodes), List.copyOf(switches.keySet())).slots(slots);
            switches.forEach((name, below) -> cables(builder, name, below, taper));
            return builder.shortest().build();
        } catch (NoRouteException e) {
            throw new InputException(file + ": " + e.getMessage() + ": join the switches by a switch above them, with Switches=", e);
        } catch (IllegalArgumentException e) {
            throw new InputException(file + ": " + e.getMessage(), e);
        }
    }

    private void cables(TableFabric.Builder builder, String name, Below below, double taper) {
        for (String child : below.switches()) {
            if (!switches.containsKey(child)) {
                throw Numbers.refused(below.where(), "switches that have a line of their own", Numbers.quoted(child),
                        "correct the name, or add a line SwitchName=" + child);
            }
            builder.cable(vertices.get(child), vertices.get(name), Math.max(1, nodesBelow(child, new ArrayList<>()).size()) / taper);
        }
        Set<String> own = new LinkedHashSet<>(below.nodes());
        if (below.allBelow()) {
            below.switches().forEach(child -> own.removeAll(nodesBelow(child, new ArrayList<>())));
        }
        own.forEach(node -> builder.cable(vertices.get(node), vertices.get(name), 1));
    }

    /** Returns the nodes below a switch. A switch that is below itself is refused; {@code above} has the switches above it. */
    private Set<String> nodesBelow(String name, List<String> above) {
        Set<String> known = nodesBelow.get(name);
        if (known != null) {
            return known;
        }
        if (above.contains(name)) {
            throw new InputException(switches.get(name).where() + ": switch " + name + " is below itself: correct Switches=");
        }
        if (above.size() >= MOST_LEVELS) {
            throw new InputException(switches.get(name).where() + ": switch " + name + " is below " + above.size()
                    + " others: a tree may have " + MOST_LEVELS + " levels of switches, correct Switches=");
        }
        above.add(name);
        Set<String> nodes = new LinkedHashSet<>(switches.get(name).nodes());
        for (String child : switches.get(name).switches()) {
            nodes.addAll(switches.containsKey(child) ? nodesBelow(child, above) : Set.of());
        }
        above.removeLast();
        nodesBelow.put(name, nodes);
        return nodes;
    }
}
