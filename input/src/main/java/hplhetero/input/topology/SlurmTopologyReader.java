package hplhetero.input.topology;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.NoRouteException;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the topology.conf of Slurm's topology/tree plugin: switches, and the nodes or the switches below each. The file does not say how
 * many cables join two switches, so these are taken to carry what all nodes below them can send.
 */
final class SlurmTopologyReader {
    private static final Pattern FIRST = Pattern.compile("(?i)switchname\\s*=.*");
    private static final Pattern PAIR = Pattern.compile("([A-Za-z]+)\\s*=\\s*(\\S+)\\s*");
    private static final List<String> KEYS = List.of("switchname", "nodes", "switches", "linkspeed");
    private static final String NOTE =
            "the file does not say how many cables join switches: they are assumed to carry what all nodes below can send";

    private final TextFile file;
    /** The nodes and switches below each switch, by the switch's name. */
    private final Map<String, Below> switches = new LinkedHashMap<>();
    /** The number of each node and switch, by name. */
    private final Map<String, Integer> vertices = new LinkedHashMap<>();

    private SlurmTopologyReader(TextFile file) {
        this.file = file;
    }

    private record Below(String where, List<String> nodes, List<String> switches) {
    }

    /** Returns whether a file is one of Slurm's: its first line that is not a comment names a switch. */
    static boolean reads(TextFile file) {
        return file.lines().stream().map(SlurmTopologyReader::bare).filter(line -> !line.isEmpty()).findFirst()
                .filter(line -> FIRST.matcher(line).matches()).isPresent();
    }

    /**
     * Returns the topology that a topology.conf describes.
     *
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    static Topology read(TextFile file) {
        SlurmTopologyReader reader = new SlurmTopologyReader(file);
        reader.lines();
        return new Topology(reader.fabric(), Optional.empty(), Optional.empty(), List.of(NOTE));
    }

    private static String bare(String line) {
        return line.replaceFirst("#.*", "").strip();
    }

    private void lines() {
        StringBuilder whole = new StringBuilder();
        for (int i = 1; i <= file.lines().size(); i++) {
            String line = bare(file.lines().get(i - 1));
            boolean continued = line.endsWith("\\");
            whole.append(continued ? line.substring(0, line.length() - 1) : line);
            if (!continued && !whole.isEmpty()) {
                line(whole.toString().strip(), file.where(i));
                whole.setLength(0);
            }
        }
    }

    private void line(String line, String where) {
        Map<String, String> values = new HashMap<>();
        Matcher pairs = PAIR.matcher(line);
        int end = 0;
        while (pairs.find() && pairs.start() == end) {
            end = pairs.end();
            values.put(pairs.group(1).toLowerCase(Locale.ROOT), pairs.group(2));
        }
        if (end != line.length() || !KEYS.containsAll(values.keySet()) || !values.containsKey("switchname")) {
            throw Numbers.refused(where, "a line such as SwitchName=leaf1 Nodes=n[1-16]", Numbers.quoted(line),
                    "give SwitchName, and Nodes or Switches; topology/block and topology.yaml are not read");
        }
        Below below = new Below(where, names(values.get("nodes"), where), names(values.get("switches"), where));
        HostNames.expand(values.get("switchname"), where).forEach(name -> {
            if (switches.putIfAbsent(name, below) != null) {
                throw new InputException(where + ": switch " + name + " is named a second time, first in " + switches.get(name).where()
                        + ": drop one of the two");
            }
        });
    }

    private static List<String> names(String text, String where) {
        return text == null ? List.of() : HostNames.expand(text, where);
    }

    private TableFabric fabric() {
        List<String> nodes = switches.values().stream().flatMap(below -> below.nodes().stream()).distinct().toList();
        if (nodes.isEmpty()) {
            throw new InputException(file.name() + ": has no nodes: add a line such as SwitchName=leaf1 Nodes=n[1-16]");
        }
        nodes.forEach(name -> vertices.put(name, vertices.size()));
        switches.keySet().forEach(name -> vertices.put(name, vertices.size()));
        try {
            TableFabric.Builder builder = new TableFabric.Builder(nodes, List.copyOf(switches.keySet()));
            switches.forEach((name, below) -> cables(builder, name, below));
            return builder.shortest().build();
        } catch (NoRouteException e) {
            throw new InputException(file.name() + ": " + e.getMessage() + ": join the switches by a switch above them, with Switches=", e);
        } catch (IllegalArgumentException e) {
            throw new InputException(file.name() + ": " + e.getMessage(), e);
        }
    }

    private void cables(TableFabric.Builder builder, String name, Below below) {
        below.nodes().forEach(node -> builder.cable(vertices.get(node), vertices.get(name), 1));
        for (String child : below.switches()) {
            if (!switches.containsKey(child)) {
                throw Numbers.refused(below.where(), "switches that have a line of their own", Numbers.quoted(child),
                        "correct the name, or add a line SwitchName=" + child);
            }
            builder.cable(vertices.get(child), vertices.get(name), nodesBelow(child, new ArrayList<>()));
        }
    }

    /**
     * Returns the number of nodes below a switch, at least 1. A switch that is below itself is refused; {@code above} has those above it.
     */
    private int nodesBelow(String name, List<String> above) {
        if (above.contains(name)) {
            throw new InputException(switches.get(name).where() + ": switch " + name + " is below itself: correct Switches=");
        }
        above.add(name);
        int nodes = switches.get(name).nodes().size();
        for (String child : switches.get(name).switches()) {
            nodes += switches.containsKey(child) ? nodesBelow(child, above) : 0;
        }
        above.removeLast();
        return Math.max(1, nodes);
    }
}
