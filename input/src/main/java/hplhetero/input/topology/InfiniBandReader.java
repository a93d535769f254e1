package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.NoRouteException;
import hplhetero.network.topology.TableFabric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes a fabric from what InfiniBand's own tools say: ibnetdiscover of the cables, dump_lfts or dump_fts of the forwarding tables.
 *
 * <p>The nodes are the channel adapters: first one of each host, then the second ones and so on, in the order of their names (n2 before
 * n10). {@link AdapterNames} tells how they are called. Of an adapter with several cables, the cable at the lowest port counts as its
 * address. Path p to a node is the route to the node's first LID + p. There are as many paths as the adapter with
 * the fewest LIDs has LIDs. The base bandwidth is that of the slowest adapter's cable.
 */
public final class InfiniBandReader {
    private static final Pattern AGGREGATION = Pattern.compile("(?i).*aggregation[_ ]node.*");
    private static final String SPEED_UNKNOWN =
            "%s: speed unknown of %d of %d cables: each is taken to be as fast as the slowest cable of a node";
    private static final String TABLES_UNKNOWN =
            "%s: no forwarding tables of %d of %d switches: shortest routes are taken, which may not be those of the machine";

    private static final String LIDS_UNKNOWN = "%s: has no LMC, as it is the output of ibnetdiscover -p: one LID for each node is assumed";

    private final List<CableFile.Device> devices;
    private final boolean hasLmcs;
    private final AdapterNames adapters;
    private final List<CableFile.Device> nodes;
    private final List<CableFile.Device> switches;
    private final Map<Long, ForwardingTables.Table> tables;
    private final String tablesName;
    private final String cablesName;
    private final Map<Long, Integer> vertices = new HashMap<>();
    /** The number of the link that begins at a port, by vertex and port. */
    private final Map<Long, Integer> links = new HashMap<>();
    private TableFabric.Builder builder;
    /** Number of cables whose speed the file does not say. */
    private int unknownSpeeds;

    private InfiniBandReader(CableFile.Found cables, Map<Long, ForwardingTables.Table> tables, String tablesName, String cablesName) {
        devices = cables.devices();
        hasLmcs = cables.hasLmcs();
        adapters = AdapterNames.of(sorted(devices, InfiniBandReader::isNode));
        nodes = adapters.inOrder();
        switches = sorted(devices, device -> device.kind() == CableFile.Kind.SWITCH);
        this.tables = tables;
        this.tablesName = tablesName;
        this.cablesName = cablesName;
        if (nodes.isEmpty() || switches.isEmpty()) {
            throw new InputException(cablesName + ": has " + nodes.size() + " channel adapters with a cable and " + switches.size()
                    + " switches: save the whole output of ibnetdiscover");
        }
    }

    /**
     * Reads an InfiniBand fabric from two files, with what is needed to write forwarding tables for it.
     *
     * <p>Where switches have no table in the file, their entries are those of shortest routes, and the subnet's notes say so.
     *
     * @param cables output of ibnetdiscover
     * @param tables output of dump_lfts or dump_fts, with or without -n, OpenSM's opensm-lfts.dump, or text of {@link Subnet#write}
     * @param slots  how many ranks each node takes, or {@link Fabric#ANY_SLOTS}
     * @throws InputException if the files cannot be used, naming file, line, what is wrong, and the remedy
     */
    public static Subnet read(Path cables, Path tables, int slots) {
        return new InfiniBandReader(CableFile.read(cables), ForwardingTables.read(tables), tables.toString(), cables.toString())
                .read(slots);
    }

    /**
     * Reads an InfiniBand fabric whose forwarding tables are not known. All routes are shortest ones, and the subnet's notes say so.
     *
     * @param cables output of ibnetdiscover
     * @param slots  how many ranks each node takes, or {@link Fabric#ANY_SLOTS}
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    public static Subnet read(Path cables, int slots) {
        return new InfiniBandReader(CableFile.read(cables), Map.of(), cables.toString(), cables.toString()).read(slots);
    }

    /** Returns the fabric of a text that ibnetdiscover has printed. All routes are shortest ones, and the subnet's notes say so. */
    static Subnet read(TextFile cables) {
        return new InfiniBandReader(CableFile.of(cables), Map.of(), cables.name(), cables.name()).read(Fabric.ANY_SLOTS);
    }

    private Subnet read(int slots) {
        requireTablesOfThisFabric();
        try {
            return subnet(fabric(slots));
        } catch (IllegalArgumentException e) {
            throw new InputException(cablesName + ": " + e.getMessage(), e);
        }
    }

    /** Refuses tables of a switch that is not in the file of cables, as the tables are then of another fabric. */
    private void requireTablesOfThisFabric() {
        Set<Long> known = switches.stream().map(CableFile.Device::guid).collect(Collectors.toSet());
        Optional<ForwardingTables.Table> foreign = tables.entrySet().stream().filter(table -> !known.contains(table.getKey()))
                .map(Map.Entry::getValue).min(Comparator.comparing(ForwardingTables.Table::where));
        switches.stream().filter(device -> !tables.containsKey(device.guid())).findFirst().ifPresent(missing -> foreign.ifPresent(other -> {
            throw new InputException(tablesName + ": has no table of switch " + missing.name() + " (" + missing.where()
                    + "), and " + other.where() + " is about a switch that is not in " + cablesName
                    + ": save both files from the same fabric");
        }));
    }

    private int withoutTable() {
        return (int) switches.stream().filter(device -> !tables.containsKey(device.guid())).count();
    }

    /**
     * Returns whether ranks can run at a device. The aggregation node in a switch, which adds numbers for collectives, is an adapter
     * without a host.
     */
    private static boolean isNode(CableFile.Device device) {
        return device.kind() == CableFile.Kind.CA && !device.ports().isEmpty() && !AGGREGATION.matcher(device.name()).matches();
    }

    private static List<CableFile.Device> sorted(List<CableFile.Device> devices, Predicate<CableFile.Device> which) {
        return devices.stream().filter(which).sorted(Comparator.comparing(CableFile.Device::name, InfiniBandReader::byNumber)
                .thenComparing(CableFile.Device::guid, Long::compareUnsigned)).toList();
    }

    /** Compares names such that the numbers within them are in numerical order. */
    static int byNumber(String a, String b) {
        String[] left = a.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        String[] right = b.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            boolean numbers = left[i].matches("[0-9]{1,18}") && right[i].matches("[0-9]{1,18}");
            int order = numbers ? Long.compare(Long.parseLong(left[i]), Long.parseLong(right[i])) : left[i].compareTo(right[i]);
            if (order != 0) {
                return order;
            }
        }
        return left.length != right.length ? Integer.compare(left.length, right.length) : a.compareTo(b);
    }

    private TableFabric fabric(int slots) {
        List<String> names = names();
        builder = new TableFabric.Builder(names.subList(0, nodes.size()), names.subList(nodes.size(), names.size())).slots(slots)
                .paths(paths());
        link();
        adapters.rails().forEach(builder::rails);
        for (CableFile.Device node : nodes) {
            int vertex = vertices.get(node.guid());
            for (int path = 0; path < paths(); path++) {
                for (int to = 0; to < nodes.size(); to++) {
                    builder.next(path, vertex, to, links.get(end(vertex, node.ports().firstKey())));
                }
            }
        }
        switches.stream().filter(device -> tables.containsKey(device.guid())).forEach(this::enter);
        if (withoutTable() > 0) {
            builder.shortest();
        }
        try {
            return builder.build();
        } catch (NoRouteException e) {
            throw new InputException(whereIs(names, e.at()) + ": " + e.getMessage()
                    + ": save the tables after the subnet manager has finished, or correct its routes", e);
        }
    }

    /**
     * Returns the names of all devices, nodes first, and numbers the devices in this order. A name that two devices have is followed by the
     * GUID.
     */
    private List<String> names() {
        List<CableFile.Device> all = new ArrayList<>(nodes);
        all.addAll(switches);
        Map<String, Integer> uses = new HashMap<>();
        all.forEach(device -> uses.merge(adapters.name(device), 1, Integer::sum));
        all.forEach(device -> vertices.put(device.guid(), vertices.size()));
        return all.stream().map(device -> uses.get(adapters.name(device)) == 1 ? adapters.name(device)
                : device.name() + "_" + Long.toHexString(device.guid())).toList();
    }

    private int paths() {
        return 1 << nodes.stream().mapToInt(node -> node.ports().firstEntry().getValue().lmc()).min().orElseThrow();
    }

    private static long end(int vertex, int port) {
        return (long) vertex << 32 | port;
    }

    /** Adds each cable as two links with consecutive numbers, the nodes' cables first. */
    private void link() {
        double base = nodes.stream().mapToDouble(node -> node.ports().firstEntry().getValue().gigabits()).filter(speed -> speed > 0).min()
                .orElse(1);
        List<CableFile.Device> all = new ArrayList<>(nodes);
        all.addAll(switches);
        for (CableFile.Device device : all) {
            int vertex = vertices.get(device.guid());
            device.ports().forEach((number, port) -> {
                Integer other = vertices.get(port.other());
                if (other != null && !links.containsKey(end(vertex, number))) {
                    int link = builder.cable(vertex, other, port.gigabits() > 0 ? port.gigabits() / base : 1);
                    unknownSpeeds += port.gigabits() > 0 ? 0 : 1;
                    links.put(end(vertex, number), link);
                    links.put(end(other, port.port()), link + 1);
                }
            });
        }
    }

    private void enter(CableFile.Device device) {
        ForwardingTables.Table table = tables.get(device.guid());
        int vertex = vertices.get(device.guid());
        for (int to = 0; to < nodes.size(); to++) {
            int lid = lid(nodes.get(to));
            for (int path = 0; path < paths(); path++) {
                ForwardingTables.Entry entry = table.entries().get(lid + path);
                if (entry != null) {
                    Integer link = links.get(end(vertex, entry.port()));
                    if (link == null) {
                        throw new InputException(entry.where() + ": port " + entry.port() + " of " + device.name() + ", for LID "
                                + (lid + path) + " of " + nodes.get(to).name() + ", has no cable: save both files from the same fabric");
                    }
                    builder.next(path, vertex, to, link);
                }
            }
        }
    }

    /** Returns the first LID of a node, to which switches have routes in their tables. */
    private static int lid(CableFile.Device node) {
        CableFile.Port port = node.ports().firstEntry().getValue();
        if (port.lid() == 0) {
            throw new InputException(port.where() + ": " + node.name() + " has no LID, so tables have no routes to it: save the output of "
                    + "ibnetdiscover after a subnet manager has assigned LIDs");
        }
        return port.lid();
    }

    /** Returns the subnet: the fabric with the GUIDs, LIDs and ports that the fabric itself does not keep. */
    private Subnet subnet(TableFabric fabric) {
        int[] ports = new int[fabric.links()];
        links.forEach((end, link) -> ports[link] = end.intValue());
        List<Subnet.Node> ends = nodes.stream().map(node -> node.ports().firstEntry().getValue())
                .map(port -> new Subnet.Node(port.guid(), port.lid(), 1 << port.lmc())).toList();
        BitSet own = new BitSet();
        ends.forEach(node -> own.set(node.firstLid(), node.firstLid() + paths()));
        Map<Long, TreeMap<Integer, Subnet.Entry>> shortest = withoutTable() == 0 ? Map.of() : ShortestTables.of(devices);
        return new Subnet(fabric, ends, nodes.stream().map(CableFile.Device::name).toList(), switches.stream().map(device -> {
            TreeMap<Integer, Subnet.Entry> others = new TreeMap<>();
            if (tables.containsKey(device.guid())) {
                tables.get(device.guid()).entries().forEach((lid, entry) -> others.put(lid, new Subnet.Entry(entry.port(), entry.note())));
            } else {
                others.putAll(shortest.get(device.guid()));
            }
            others.keySet().removeIf(own::get);
            return new Subnet.Switch(device.guid(), others);
        }).toList(), ports, paths(), notes(fabric));
    }

    private List<String> notes(TableFabric fabric) {
        List<String> notes = new ArrayList<>();
        if (unknownSpeeds > 0) {
            notes.add(SPEED_UNKNOWN.formatted(cablesName, unknownSpeeds, fabric.links() / 2));
        }
        if (withoutTable() > 0) {
            notes.add(TABLES_UNKNOWN.formatted(tablesName, withoutTable(), switches.size()));
        }
        if (!hasLmcs) {
            notes.add(LIDS_UNKNOWN.formatted(cablesName));
        }
        return notes;
    }

    private String whereIs(List<String> names, String name) {
        int vertex = names.indexOf(name);
        CableFile.Device device = vertex < nodes.size() ? nodes.get(vertex) : switches.get(vertex - nodes.size());
        return tables.containsKey(device.guid()) ? tables.get(device.guid()).where() : device.where();
    }
}
