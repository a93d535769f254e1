package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Dragonfly;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.HyperX;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Routing;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a topology file, which describes a network and where ranks sit in it, one of Slurm's files of this purpose, or output of
 * ibnetdiscover: the content tells which it is. docs/topology-file.md describes the formats; {@link TopologyFileWriter} writes
 * topology files.
 */
public final class TopologyFileReader {
    private static final List<String> FABRICS = List.of("switch", "mesh", "torus", "tofu", "fattree", "kary", "dragonfly", "hyperx",
            "table", "infiniband", "slurm");
    private static final Pattern LENGTH = Pattern.compile("([0-9]+)(w?)");

    private final Path path;
    private final TextFile file;
    private final List<KeyedLine> lines = new ArrayList<>();
    /** The subnet of an InfiniBand fabric; null for other fabrics. */
    private Subnet subnet;
    /** What other files that the file names do not say, and was assumed. */
    private List<String> notes = List.of();

    private TopologyFileReader(Path path, TextFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Reads a topology file, Slurm's topology.conf or topology.yaml, or what {@code scontrol show topology} or ibnetdiscover
     * has printed.
     *
     * @param file the file, in any of these formats
     * @throws InputException if the file cannot be used, naming file, line, the text found, what was expected, and the remedy
     */
    public static Topology read(Path file) {
        return TextFile.read(file, TextFile.Kind.TOPOLOGY, text -> SlurmTree.read(text).map(SlurmTree::topology)
                .orElseGet(() -> CableFile.reads(text) ? infiniBand(text) : new TopologyFileReader(file, text).topology()));
    }

    private static Topology infiniBand(TextFile cables) {
        Subnet read = InfiniBandReader.read(cables);
        return new Topology(read.fabric(), Optional.empty(), Optional.of(read), read.notes());
    }

    /**
     * Returns the topology that a text describes, for a text that is in memory: such as one that {@link TopologyFileWriter} wrote on
     * another rank.
     *
     * @param text content of a topology file
     */
    public static Topology parse(String text) {
        return new TopologyFileReader(Path.of(""), new TextFile("topology", text.lines().toList())).topology();
    }

    private Topology topology() {
        for (int i = 1; i <= file.lines().size(); i++) {
            KeyedLine.of(file.where(i), file.lines().get(i - 1)).ifPresent(lines::add);
        }
        KeyedLine head = onlyFabric();
        Fabric fabric = fabric(head);
        return new Topology(fabric, placement(fabric), Optional.ofNullable(subnet), notes);
    }

    private Optional<Placement> placement(Fabric fabric) {
        List<KeyedLine> seats = of("rank", "ranks", "job");
        List<KeyedLine> paths = of(PathTableFile.KEYWORD);
        if (seats.isEmpty() && !paths.isEmpty()) {
            throw new InputException(paths.getFirst().where() + ": the paths between ranks are given, but not the nodes of the ranks: "
                    + "add a line such as `ranks 0-15 nodes=0-15`");
        }
        return seats.isEmpty() ? Optional.empty()
                : Optional.of(PathTableFile.over(new PlacementLines(fabric, this::described).placement(seats, file.name()), paths,
                        folder()));
    }

    /** Returns the node of an InfiniBand fabric whose adapter has this description. */
    private Optional<Integer> described(String adapter) {
        return Optional.ofNullable(subnet).flatMap(known -> known.node(adapter));
    }

    /** Returns the folder of the file, to which names of files in the file are relative. */
    private Path folder() {
        return path.toAbsolutePath().getParent();
    }

    private KeyedLine onlyFabric() {
        List<KeyedLine> heads = of("fabric");
        if (heads.isEmpty()) {
            throw new InputException(file.name() + ": has no fabric: add a line such as `fabric torus 4x3x2`");
        }
        if (heads.size() > 1) {
            throw new InputException(heads.get(1).where() + ": a second fabric, the first is in " + heads.get(0).where()
                    + ": write a file for each fabric");
        }
        KeyedLine head = heads.getFirst();
        if (head.words().isEmpty() || !FABRICS.contains(head.words().getFirst())) {
            throw head.refused("fabric " + String.join(", ", FABRICS), head.words().isEmpty() ? "" : head.words().getFirst(),
                    "say which kind of network it is");
        }
        return head;
    }

    private List<KeyedLine> of(String... keywords) {
        return lines.stream().filter(line -> List.of(keywords).contains(line.keyword())).toList();
    }

    private void allow(String... keywords) {
        List<String> known = new ArrayList<>(List.of("fabric", "rank", "ranks", PathTableFile.KEYWORD));
        known.addAll(List.of(keywords));
        for (KeyedLine line : lines) {
            if (!known.contains(line.keyword())) {
                throw line.refused("one of " + String.join(", ", known), line.keyword(), "this kind of fabric has no other lines");
            }
        }
    }

    private Fabric fabric(KeyedLine head) {
        return switch (head.words().getFirst()) {
            case "switch" -> flatSwitch(head);
            case "mesh", "torus" -> torus(head);
            case "tofu" -> tofu(head);
            case "fattree" -> fatTree(head);
            case "kary" -> kary(head);
            case "dragonfly" -> dragonfly(head);
            case "hyperx" -> hyperX(head);
            case "table" -> table(head);
            case "slurm" -> slurm(head);
            default -> infiniBand(head);
        };
    }

    private Fabric flatSwitch(KeyedLine head) {
        allow("node");
        int slots = head.count("slots", Fabric.ANY_SLOTS);
        if (head.words().size() > 1) {
            head.require(2, "fabric switch 8", "slots");
            int nodes = head.number(head.words().get(1), "nodes", 1, Fabric.MOST_NODES);
            for (KeyedLine line : of("node")) {
                throw line.refused("no node lines, because the fabric line gives the number", line.keyword(),
                        "drop the lines or the number");
            }
            return FlatSwitch.of(FlatSwitch.of(nodes).names(), filled(nodes, slots));
        }
        head.require(1, "fabric switch", "slots");
        NodeLines nodes = new NodeLines(of("node"), slots, head);
        return head.making(() -> FlatSwitch.of(nodes.names(), nodes.slots()));
    }

    private static int[] filled(int length, int value) {
        int[] values = new int[length];
        Arrays.fill(values, value);
        return values;
    }

    private Fabric torus(KeyedLine head) {
        allow();
        head.require(2, "fabric torus 4x3x2", "names", "interfaces", "slots");
        boolean all = head.words().getFirst().equals("torus");
        String[] lengths = head.words().get(1).split("x", -1);
        List<String> names = head.has("names") ? List.of(head.values().get("names").split(",", -1)) : Torus.names(lengths.length);
        if (names.size() != lengths.length) {
            throw head.refused("as many names as dimensions, " + lengths.length, head.values().get("names"), "name each dimension");
        }
        List<Dimension> dimensions = new ArrayList<>();
        for (int d = 0; d < lengths.length; d++) {
            dimensions.add(dimension(head, names.get(d), lengths[d], all));
        }
        return limited(head, head.making(() -> Torus.of(dimensions)));
    }

    private static Dimension dimension(KeyedLine head, String name, String text, boolean wraps) {
        Matcher length = LENGTH.matcher(text);
        if (!length.matches()) {
            throw head.refused("lengths such as 4x3x2, or 4x3wx2 where the second dimension wraps", head.words().get(1),
                    "write one number for each dimension, separated by x");
        }
        int nodes = head.number(length.group(1), "length of dimension " + name, 1, Fabric.MOST_NODES);
        return new Dimension(name, nodes, wraps || !length.group(2).isEmpty());
    }

    private static Torus limited(KeyedLine head, Torus torus) {
        Torus limited = head.has("interfaces") ? torus.withInterfaces(head.count("interfaces", 1)) : torus;
        return head.has("slots") ? limited.withSlots(head.count("slots", 1)) : limited;
    }

    private Fabric tofu(KeyedLine head) {
        allow("job");
        head.require(2, "fabric tofu 4wx3x2w", "interfaces", "slots");
        String[] units = head.words().get(1).split("x", -1);
        if (units.length != 3) {
            throw head.refused("units along X, Y, Z such as 4wx3x2w", head.words().get(1),
                    "write three numbers, with w behind each dimension that wraps");
        }
        List<Dimension> grid = new ArrayList<>();
        for (int d = 0; d < 3; d++) {
            grid.add(dimension(head, Torus.names(3).get(d), units[d], false));
        }
        return limited(head, head.making(() -> Tofu.system(grid.get(0), grid.get(1), grid.get(2))));
    }

    private Fabric fatTree(KeyedLine head) {
        allow("level", "route");
        head.require(1, "fabric fattree", "slots", "paths");
        Map<Integer, FatTree.Level> levels = new TreeMap<>();
        for (KeyedLine line : of("level")) {
            line.require(1, "level 2 children=52 parents=2 cables=2", "children", "parents", "cables", "bandwidth");
            int number = line.number(line.words().getFirst(), "level", 1, 16);
            line.required("children", "children=20");
            if (levels.put(number, new FatTree.Level(line.count("children", 1), line.count("parents", 1), line.count("cables", 1),
                    NodeLines.bandwidth(line))) != null) {
                throw line.refused("each level once", line.words().getFirst(), "drop one of the two");
            }
        }
        for (int level = 1; level <= Math.max(1, levels.size()); level++) {
            if (!levels.containsKey(level)) {
                throw new InputException(head.where() + ": the fat tree has no level " + level + ": add a line such as `level " + level
                        + " children=20`");
            }
        }
        return withRoutes(head, slotted(head, head.making(() -> FatTree.of(List.copyOf(levels.values())))));
    }

    private Fabric kary(KeyedLine head) {
        allow("route");
        head.require(2, "fabric kary 6 levels=2", "levels", "slots", "paths");
        int k = head.number(head.words().get(1), "K", 1, Fabric.MOST_NODES);
        int levels = head.number(head.required("levels", "levels=2"), "levels", 1, 16);
        return withRoutes(head, slotted(head, head.making(() -> FatTree.kary(k, levels))));
    }

    private Fabric dragonfly(KeyedLine head) {
        allow();
        head.require(1, "fabric dragonfly p=2 a=4 h=2 g=9", "p", "a", "h", "g", "routes", "local", "global", "slots");
        String size = "p=2 a=4 h=2 g=9";
        int p = letter(head, "p", "nodes of each router", size);
        int a = letter(head, "a", "routers of each group", size);
        int h = letter(head, "h", "global ports of each router", size);
        int g = letter(head, "g", "groups", size);
        double local = bandwidth(head, "local");
        double global = bandwidth(head, "global");
        Dragonfly fly = head.making(() -> Dragonfly.of(new Dragonfly.Size(p, a, h, g)).with(new Dragonfly.Cables(local, global)))
                .with(routing(head));
        return head.has("slots") ? fly.withSlots(head.count("slots", 1)) : fly;
    }

    private Fabric hyperX(KeyedLine head) {
        allow();
        head.require(2, "fabric hyperx 4x4 t=2", "t", "k", "routes", "bandwidth", "slots");
        List<Integer> s = new ArrayList<>();
        for (String length : head.words().get(1).split("x", -1)) {
            s.add(head.number(length, "switches along a dimension", 1, Fabric.MOST_NODES));
        }
        int t = letter(head, "t", "nodes of each switch", "t=2");
        int k = head.count("k", 1);
        HyperX hyperX = head.making(() -> HyperX.of(new HyperX.Size(s, k, t)).withBandwidth(NodeLines.bandwidth(head)))
                .with(routing(head));
        return head.has("slots") ? hyperX.withSlots(head.count("slots", 1)) : hyperX;
    }

    private static Routing routing(KeyedLine head) {
        String routes = head.values().getOrDefault("routes", Routing.MINIMAL.word());
        return Arrays.stream(Routing.values()).filter(each -> each.word().equals(routes)).findFirst()
                .orElseThrow(() -> head.refused("routes=minimal or routes=valiant", routes, "say how messages are routed"));
    }

    private static int letter(KeyedLine head, String letter, String what, String example) {
        return head.number(head.required(letter, example), letter + ", the " + what, 1, Fabric.MOST_NODES);
    }

    private static double bandwidth(KeyedLine head, String key) {
        return head.positive(key, 1, "0.5", "give the bandwidth of a " + key + " cable as a multiple of that of a node's link");
    }

    private static FatTree slotted(KeyedLine head, FatTree tree) {
        FatTree several = head.has("paths") ? head.making(() -> tree.withPaths(head.count("paths", 1))) : tree;
        return head.has("slots") ? several.withSlots(head.count("slots", 1)) : several;
    }

    /** Returns the tree itself or, where lines replace some of its routes, tables. */
    private Fabric withRoutes(KeyedLine head, FatTree tree) {
        return of("route").isEmpty() ? tree
                : new TableLines(head, head.making(tree::tables), tree.nodes(), TableLines.vertices(tree)).fabric(of("route"), false);
    }

    private Fabric table(KeyedLine head) {
        allow("node", "switch", "link", "route", "rails");
        head.require(1, "fabric table routes=shortest", "routes", "paths", "slots");
        String routes = head.values().getOrDefault("routes", "given");
        if (!List.of("given", "shortest").contains(routes)) {
            throw head.refused("routes=given or routes=shortest", routes,
                    "say whether the given routes are complete, or shortest routes complete them");
        }
        NodeLines nodes = new NodeLines(of("node"), head.count("slots", Fabric.ANY_SLOTS), head);
        TableLines table = TableLines.of(head, nodes, of("switch"));
        of("rails").forEach(table::rails);
        of("link").forEach(table::link);
        return table.fabric(of("route"), routes.equals("shortest"));
    }

    private Fabric infiniBand(KeyedLine head) {
        allow();
        head.require(1, "fabric infiniband cables=net.ibnetdiscover tables=net.lfts", "cables", "tables", "slots");
        Path cables = folder().resolve(head.required("cables", "cables=net.ibnetdiscover"));
        int slots = head.count("slots", Fabric.ANY_SLOTS);
        subnet = head.has("tables") ? InfiniBandReader.read(cables, folder().resolve(head.values().get("tables")), slots)
                : InfiniBandReader.read(cables, slots);
        notes = subnet.notes();
        return subnet.fabric();
    }

    private Fabric slurm(KeyedLine head) {
        allow();
        head.require(1, "fabric slurm file=topology.conf taper=2", "file", "taper", "slots");
        Path named = folder().resolve(head.required("file", "file=topology.conf"));
        double taper = head.positive("taper", 1, "2", "give what the nodes below a link can send, divided by what the link carries");
        SlurmTree tree = TextFile.read(named, TextFile.Kind.TOPOLOGY, SlurmTree::read).orElseThrow(() -> new InputException(named
                + ": is not one of Slurm's files: name its topology.conf or topology.yaml, or the output of scontrol show topology"));
        notes = tree.notes();
        return tree.fabric(taper, head.count("slots", Fabric.ANY_SLOTS));
    }
}
