package hplhetero.input.topology;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads Slurm's topology.yaml, a list of topologies of the kinds tree and block. The one that Slurm takes by default is read: the first
 * that has {@code cluster_default: true}, else the first of the file. {@link SlurmTree} makes the fabric.
 */
final class SlurmYamlReader {
    private static final Pattern FIRST = Pattern.compile("---|-|-\\s+\"?(topology|cluster_default|tree|block|flat)\"?\\s*:.*");
    private static final String EXAMPLE = "docs/topology-file.md has an example";

    private final TextFile file;
    private final SlurmTree tree;

    private SlurmYamlReader(TextFile file) {
        this.file = file;
        tree = new SlurmTree(file.name());
    }

    /** Returns whether a file is a topology.yaml: its first line that is not a comment begins a document or a list of topologies. */
    static boolean reads(TextFile file) {
        return file.lines().stream().map(Yaml::bare).map(String::strip).filter(line -> !line.isEmpty()).findFirst()
                .filter(line -> FIRST.matcher(line).matches()).isPresent();
    }

    /**
     * Returns the switches or blocks that a topology.yaml names.
     *
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    static SlurmTree read(TextFile file) {
        SlurmYamlReader reader = new SlurmYamlReader(file);
        reader.topology();
        return reader.tree;
    }

    private void topology() {
        List<Yaml> all = sequence(Yaml.read(file), "a list of topologies");
        List<Yaml.Mapping> each = all.stream().map(one -> mapping(one, "a topology, such as `- topology: mine`")).toList();
        if (each.isEmpty()) {
            throw new InputException(file.name() + ": has no topology: add one, " + EXAMPLE);
        }
        Yaml.Mapping taken = each.stream().filter(one -> isTrue(one.values().get("cluster_default"))).findFirst().orElse(each.getFirst());
        if (each.size() > 1) {
            tree.note("of " + each.size() + " topologies, the one called "
                    + text(taken.values().getOrDefault("topology", new Yaml.Scalar(taken.where(), "?"))) + " is taken, as Slurm does");
        }
        Optional<Yaml> switches = Optional.ofNullable(taken.values().get("tree"));
        Optional<Yaml> blocks = Optional.ofNullable(taken.values().get("block"));
        if (switches.isPresent() == blocks.isPresent()) {
            throw Numbers.refused(taken.where(), "a topology of the kind tree or block", Numbers.quoted(String.join(", ",
                    taken.values().keySet())), "describe other networks by a topology file such as `fabric switch 8`");
        }
        switches.ifPresent(this::switches);
        blocks.ifPresent(this::blocks);
    }

    private void switches(Yaml value) {
        Map<String, Yaml> kind = mapping(value, "the key switches").values();
        require(value, kind, "switches", "switches");
        for (Yaml each : sequence(kind.get("switches"), "a list of switches")) {
            Map<String, Yaml> is = mapping(each, "a switch, such as `- switch: leaf1`").values();
            require(each, is, "switch", "switch", "nodes", "children", "linkspeed", "link_speed");
            tree.add(text(is.get("switch")), new SlurmTree.Below(each.where(), names(is.get("nodes")), names(is.get("children")), false));
        }
    }

    private void blocks(Yaml value) {
        Map<String, Yaml> kind = mapping(value, "the keys blocks and block_sizes").values();
        require(value, kind, "blocks", "blocks", "block_sizes");
        if (kind.containsKey("block_sizes")) {
            sequence(kind.get("block_sizes"), "a list of sizes").forEach(this::blockSize);
        }
        for (Yaml each : sequence(kind.get("blocks"), "a list of blocks")) {
            Map<String, Yaml> is = mapping(each, "a block, such as `- block: b1`").values();
            require(each, is, "block", "block", "nodes");
            tree.addBlock(text(is.get("block")), each.where(), names(is.get("nodes")));
        }
    }

    private void blockSize(Yaml size) {
        int nodes = Numbers.whole(text(size), size.where(), "the number of nodes of a block", "give an integer >= 1");
        if (nodes < 1) {
            throw Numbers.refused(size.where(), "the number of nodes of a block", Numbers.quoted(text(size)), "give an integer >= 1");
        }
        tree.addBlockSize(nodes);
    }

    /** Checks that a mapping has one key, and no others than the known ones. */
    private static void require(Yaml at, Map<String, Yaml> values, String needed, String... known) {
        if (!values.containsKey(needed)) {
            throw new InputException(at.where() + ": expected the key " + needed + ": add it, " + EXAMPLE);
        }
        for (String key : values.keySet()) {
            if (!List.of(known).contains(key)) {
                throw Numbers.refused(values.get(key).where(), "one of " + String.join(", ", known), Numbers.quoted(key),
                        "correct the key, or drop it");
            }
        }
    }

    private static boolean isTrue(Yaml value) {
        return value instanceof Yaml.Scalar scalar && scalar.text().equalsIgnoreCase("true");
    }

    private static List<String> names(Yaml value) {
        return value == null ? List.of() : HostNames.expand(text(value), value.where());
    }

    private static String text(Yaml value) {
        if (value instanceof Yaml.Scalar scalar && !scalar.text().isEmpty()) {
            return scalar.text();
        }
        throw new InputException(value.where() + ": expected a value behind the key: add it, " + EXAMPLE);
    }

    private static List<Yaml> sequence(Yaml value, String what) {
        if (value instanceof Yaml.Sequence sequence) {
            return sequence.values();
        }
        throw new InputException(value.where() + ": expected " + what + ": begin each entry with a dash, " + EXAMPLE);
    }

    private static Yaml.Mapping mapping(Yaml value, String what) {
        if (value instanceof Yaml.Mapping mapping) {
            return mapping;
        }
        throw new InputException(value.where() + ": expected " + what + ": " + EXAMPLE);
    }
}
