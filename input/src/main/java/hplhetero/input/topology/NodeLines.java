package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes that {@code node} lines name, in their order. */
final class NodeLines {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
    /** The line that names each. */
    private final Map<String, TopologyLine> lines = new HashMap<>();

    /** @param otherwise the slots of nodes of which the line does not say them */
    NodeLines(List<TopologyLine> nodes, int otherwise, TopologyLine head) {
        if (nodes.isEmpty()) {
            throw new InputException(head.where() + ": the fabric has no nodes: add a line such as `node n[0-7]`");
        }
        for (TopologyLine line : nodes) {
            line.require(1, "node n[0-7] slots=4", "slots");
            for (String name : Sets.names(line.words().getFirst(), line.where())) {
                add(lines, name, line);
                names.add(name);
                slots.add(line.count("slots", otherwise));
            }
        }
    }

    /** Notes who names a node or switch, which only one line may. */
    static void add(Map<String, TopologyLine> lines, String name, TopologyLine line) {
        TopologyLine before = lines.putIfAbsent(name, line);
        if (before != null) {
            throw new InputException(line.where() + ": " + name + " is named a second time, first in " + before.where()
                    + ": drop one of the two, or rename");
        }
    }

    List<String> names() {
        return names;
    }

    int[] slots() {
        return slots.stream().mapToInt(Integer::intValue).toArray();
    }

    Map<String, TopologyLine> lines() {
        return lines;
    }
}
