package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes that {@code node} lines name, in the order of the lines. */
final class NodeLines {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
    /** The line that names each node, by the node's name. */
    private final Map<String, KeyedLine> lines = new HashMap<>();

    /**
     * Reads the {@code node} lines.
     *
     * @param nodes     the {@code node} lines
     * @param otherwise slots of nodes whose line does not say them
     * @param head      the line of the fabric, for messages
     */
    NodeLines(List<KeyedLine> nodes, int otherwise, KeyedLine head) {
        if (nodes.isEmpty()) {
            throw new InputException(head.where() + ": the fabric has no nodes: add a line such as `node n[0-7]`");
        }
        for (KeyedLine line : nodes) {
            line.require(1, "node n[0-7] slots=4", "slots");
            for (String name : Sets.names(line.words().getFirst(), line.where())) {
                add(lines, name, line);
                names.add(name);
                slots.add(line.count("slots", otherwise));
            }
        }
    }

    /** Notes which line names a node or switch; a second line with the same name is refused. */
    static void add(Map<String, KeyedLine> lines, String name, KeyedLine line) {
        KeyedLine before = lines.putIfAbsent(name, line);
        if (before != null) {
            throw new InputException(line.where() + ": " + name + " is named a second time, first in " + before.where()
                    + ": drop one of the two, or rename");
        }
    }

    /** Returns the bandwidth on a line, relative to that of a node's own link; 1 where the line does not say it. */
    static double bandwidth(KeyedLine line) {
        return line.positive("bandwidth", 1, "0.5", "give the bandwidth as a multiple of that of a node's link");
    }

    /** Returns the names of all nodes, indexed by node. */
    List<String> names() {
        return names;
    }

    /** Returns how many ranks each node takes, indexed by node. */
    int[] slots() {
        return slots.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the line that names each node, by name of the node. */
    Map<String, KeyedLine> lines() {
        return lines;
    }
}
