package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.NoRouteException;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the lines of a fabric of tables: {@code switch}, {@code rails}, {@code link} and {@code route}. */
final class TableLines {
    /** The most cables on a line, more than the ports of any switch. */
    private static final int MOST_CABLES = 4096;

    private final KeyedLine head;
    private final TableFabric.Builder builder;
    private final int nodes;
    /** The number of each node and switch, by name. */
    private final Map<String, Integer> vertices;
    /** Number of paths to each node. */
    private final int paths;
    /**
     * The line to be mended if a table lacks a route, by node or switch: the last line that gives it a route, else the line that names it.
     */
    private final Map<String, KeyedLine> lines = new HashMap<>();
    /** The links from one vertex to another, in the order of the lines. */
    private final Map<Long, List<Integer>> links = new HashMap<>();

    /**
     * Begins with tables that already have links.
     *
     * @param head     the line of the fabric
     * @param builder  builds the tables
     * @param nodes    number of nodes
     * @param vertices number of each node and switch, by name
     */
    TableLines(KeyedLine head, TableFabric.Builder builder, int nodes, Map<String, Integer> vertices) {
        this.head = head;
        this.builder = builder;
        this.nodes = nodes;
        this.vertices = vertices;
        paths = head.count("paths", 1);
        for (int link = 0; link < builder.links(); link++) {
            note(link);
        }
    }

    /**
     * Begins with nodes and switches without links.
     *
     * @param head     the line of the fabric
     * @param nodes    the nodes
     * @param switches the {@code switch} lines
     */
    static TableLines of(KeyedLine head, NodeLines nodes, List<KeyedLine> switches) {
        Map<String, KeyedLine> lines = new HashMap<>(nodes.lines());
        List<String> names = new ArrayList<>();
        for (KeyedLine line : switches) {
            line.require(1, "switch leaf[0-5]");
            for (String name : Sets.names(line.words().getFirst(), line.where())) {
                NodeLines.add(lines, name, line);
                names.add(name);
            }
        }
        TableFabric.Builder builder = head.making(() -> new TableFabric.Builder(nodes.names(), names).paths(head.count("paths", 1)));
        for (int node = 0; node < nodes.names().size(); node++) {
            builder.slots(node, nodes.slots()[node]);
        }
        TableLines table = new TableLines(head, builder, nodes.names().size(), numbered(nodes.names(), names));
        table.lines.putAll(lines);
        return table;
    }

    private static Map<String, Integer> numbered(List<String> nodes, List<String> switches) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        nodes.forEach(name -> numbers.put(name, numbers.size()));
        switches.forEach(name -> numbers.put(name, numbers.size()));
        return numbers;
    }

    /**
     * Returns the number of each node and switch of a fat tree, by its name; the numbers are those that {@link FatTree#tables} gives them.
     */
    static Map<String, Integer> vertices(FatTree tree) {
        List<String> nodes = new ArrayList<>();
        for (int node = 0; node < tree.nodes(); node++) {
            nodes.add(tree.nodeName(node));
        }
        List<String> switches = new ArrayList<>();
        for (int level = 1; level <= tree.levels().size(); level++) {
            for (int number = 0; number < tree.switches(level); number++) {
                switches.add(tree.switchName(level, number));
            }
        }
        return numbered(nodes, switches);
    }

    private void note(int link) {
        links.computeIfAbsent(pair(builder.from(link), builder.to(link)), _ -> new ArrayList<>()).add(link);
    }

    private static long pair(int from, int to) {
        return (long) from << 32 | to;
    }

    private int vertex(KeyedLine line, String name) {
        Integer vertex = vertices.get(name);
        if (vertex == null) {
            throw line.refused("a node or switch of this fabric", name, "correct the name, or add it to a node or switch line");
        }
        return vertex;
    }

    /** Adds the cables of a {@code link} line, between each vertex of one set and each of another. */
    void link(KeyedLine line) {
        line.require(2, "link leaf0 root[0-5] cables=2 bandwidth=1", "cables", "bandwidth", "ways");
        String ways = line.values().getOrDefault("ways", "both");
        if (!List.of("both", "one").contains(ways)) {
            throw line.refused("ways=both or ways=one", ways, "say whether messages pass the link in both directions");
        }
        int cables = line.count("cables", 1);
        if (cables > MOST_CABLES) {
            throw line.refused("cables=1.." + MOST_CABLES, line.values().get("cables"), "give fewer cables, with a larger bandwidth=");
        }
        double bandwidth = NodeLines.bandwidth(line);
        for (String one : Sets.names(line.words().get(0), line.where())) {
            for (String other : Sets.names(line.words().get(1), line.where())) {
                int from = vertex(line, one);
                int to = vertex(line, other);
                for (int cable = 0; cable < cables; cable++) {
                    note(line.making(() -> builder.link(from, to, bandwidth)));
                    if (ways.equals("both")) {
                        note(line.making(() -> builder.link(to, from, bandwidth)));
                    }
                }
            }
        }
    }

    /**
     * Returns the fabric with all {@code route} lines.
     *
     * @param routes   the {@code route} lines
     * @param shortest whether missing routes are filled in with shortest ones
     */
    TableFabric fabric(List<KeyedLine> routes, boolean shortest) {
        routes.forEach(this::route);
        if (shortest) {
            builder.shortest();
        }
        try {
            return builder.build();
        } catch (NoRouteException e) {
            throw new InputException(lines.getOrDefault(e.at(), head).where() + ": " + e.getMessage()
                    + ": add or correct a line such as `route " + e.at() + " NODES via=NEIGHBOUR`", e);
        }
    }

    /** Takes the nodes of a {@code rails} line for adapters of one host. */
    void rails(KeyedLine line) {
        line.require(1, "rails n1,n1_HCA-2");
        line.making(() -> builder.rails(nodes(line, line.words().getFirst())));
    }

    private void route(KeyedLine line) {
        line.require(2, "route leaf0 n[4-7] via=root1 cable=1", "via", "cable", "path");
        int vertex = vertex(line, line.words().get(0));
        String via = line.required("via", "via=root1");
        List<Integer> between = links.getOrDefault(pair(vertex, vertex(line, via)), List.of());
        if (between.isEmpty()) {
            throw line.refused("a neighbour of " + line.words().get(0), via, "name a neighbour to which a link leads");
        }
        int cable = line.has("cable") ? line.number(line.values().get("cable"), "cable", 0, between.size() - 1) : 0;
        int path = line.has("path") ? line.number(line.values().get("path"), "path", 0, paths - 1) : 0;
        for (int node : nodes(line, line.words().get(1))) {
            builder.next(path, vertex, node, between.get(cable));
        }
        lines.put(line.words().get(0), line);
    }

    private List<Integer> nodes(KeyedLine line, String text) {
        if (Sets.areNumbers(text)) {
            return Sets.numbers(text, line.where(), "nodes", nodes - 1);
        }
        return Sets.names(text, line.where()).stream().map(name -> {
            int vertex = vertex(line, name);
            if (vertex >= nodes) {
                throw line.refused("nodes", name, "name nodes here, not switches");
            }
            return vertex;
        }).toList();
    }
}
