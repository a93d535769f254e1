package hplhetero.input.topology;

import hplhetero.input.text.HostNames;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Numbers;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.Fabric;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the topology.conf of Slurm's plugins topology/tree and topology/block, and what {@code scontrol show topology} prints of them.
 * {@link SlurmTree} makes the fabric.
 */
final class SlurmTopologyReader {
    private static final Pattern FIRST = Pattern.compile("(?i)(?:(switch|block|ring|torus)name|blocksizes|aggregatedblock)\\s*=.*");
    private static final Pattern INCLUDE = Pattern.compile("(?i)include\\s+\\S.*");
    private static final Pattern PAIR = Pattern.compile("\\G([A-Za-z]+)\\s*=\\s*(\\S+)\\s*");
    private static final Pattern OTHER_PLUGIN = Pattern.compile("(?i)(ring|torus)name\\s*=.*");
    /** Keys of the line of a switch; {@code level} only in what scontrol prints. */
    private static final List<String> SWITCH = List.of("switchname", "nodes", "switches", "linkspeed", "level");
    /** Keys of the line of a block; {@code blockindex} and {@code blocksize} only in what scontrol prints. */
    private static final List<String> BLOCK = List.of("blockname", "nodes", "blockindex", "blocksize");
    private static final List<String> GROUP = List.of("aggregatedblock", "nodes", "blockindex", "blocksize");
    /** Length at which scontrol of older versions cuts its lines. */
    private static final int CUT = 512;

    private final TextFile file;
    private final SlurmTree tree;
    /** Whether a line of the length {@link #CUT} has been cut: no line of the file is longer. */
    private final boolean cuts;

    private SlurmTopologyReader(TextFile file) {
        this.file = file;
        tree = new SlurmTree(file.name());
        cuts = file.lines().stream().noneMatch(line -> line.length() > CUT);
    }

    /** Returns whether a file is one of Slurm's: its first line that is not a comment names a switch or a block. */
    static boolean reads(TextFile file) {
        return file.lines().stream().map(SlurmTopologyReader::bare).filter(line -> !line.isEmpty()).findFirst()
                .filter(line -> FIRST.matcher(line).matches() || INCLUDE.matcher(line).matches()).isPresent();
    }

    /**
     * Returns the switches or blocks that a topology.conf, or the output of scontrol, names.
     *
     * @throws InputException if the file cannot be used, naming file, line, what is wrong, and the remedy
     */
    static SlurmTree read(TextFile file) {
        SlurmTopologyReader reader = new SlurmTopologyReader(file);
        reader.lines();
        return reader.tree;
    }

    private static String bare(String line) {
        return line.replaceFirst("#.*", "").strip();
    }

    private void lines() {
        StringBuilder whole = new StringBuilder();
        int first = 1;
        for (int i = 1; i <= file.lines().size(); i++) {
            String line = bare(file.lines().get(i - 1));
            boolean continued = line.endsWith("\\");
            whole.append(continued ? line.substring(0, line.length() - 1) : line);
            if (!continued || i == file.lines().size()) {
                if (!whole.isEmpty()) {
                    line(whole.toString().strip(), file.where(first));
                }
                whole.setLength(0);
                first = i + 1;
            }
        }
    }

    private void line(String line, String where) {
        if (INCLUDE.matcher(line).matches()) {
            throw new InputException(where + ": " + line + ": other files are not included: put the lines of that file here");
        }
        if (OTHER_PLUGIN.matcher(line).matches()) {
            throw new InputException(where + ": topology/tree and topology/block of Slurm are read, found " + Numbers.quoted(line)
                    + ": describe the network by a line such as `fabric torus 4x3x2` (docs/topology-file.md)");
        }
        Map<String, String> values = values(line, where);
        if (values.containsKey("switchname")) {
            SlurmTree.Below below = new SlurmTree.Below(where, names(values, "nodes", where), names(values, "switches", where),
                    values.containsKey("level"));
            HostNames.expand(values.get("switchname"), where).forEach(name -> tree.add(name, below));
        } else if (values.containsKey("blockname")) {
            tree.addBlock(values.get("blockname"), where, names(values, "nodes", where));
        }
        for (String key : List.of("blocksizes", "blocksize")) {
            if (values.containsKey(key)) {
                Sets.numbers(values.get(key), where, "sizes of blocks", Fabric.MOST_NODES).forEach(size -> blockSize(size, where));
            }
        }
    }

    private void blockSize(int size, String where) {
        if (size < 1) {
            throw Numbers.refused(where, "sizes of blocks, >= 1", "0", "give the number of nodes of a block");
        }
        tree.addBlockSize(size);
    }

    private Map<String, String> values(String line, String where) {
        Map<String, String> values = new HashMap<>();
        Matcher pairs = PAIR.matcher(line);
        int end = 0;
        while (pairs.find()) {
            end = pairs.end();
            values.put(pairs.group(1).toLowerCase(Locale.ROOT), pairs.group(2));
        }
        boolean printed = values.containsKey("level") || values.containsKey("blockindex");
        if (printed && (cuts && line.length() == CUT || open(line))) {
            throw new InputException(where + ": scontrol has cut the line after " + line.length()
                    + " characters: save it again by SLURM_TOPO_LEN=1000000 scontrol show topology");
        }
        boolean known = values.containsKey("switchname") && SWITCH.containsAll(values.keySet())
                || values.containsKey("blockname") && BLOCK.containsAll(values.keySet())
                || values.containsKey("aggregatedblock") && GROUP.containsAll(values.keySet())
                || values.keySet().equals(Set.of("blocksizes"));
        if (end != line.length() || !known) {
            throw Numbers.refused(where, "a line such as SwitchName=leaf1 Nodes=n[1-16]", Numbers.quoted(line),
                    "give SwitchName with Nodes or Switches, or BlockName with Nodes");
        }
        return values;
    }

    /** Returns whether a bracket of the line is not closed. */
    private static boolean open(String line) {
        return line.lastIndexOf('[') > line.lastIndexOf(']');
    }

    private static List<String> names(Map<String, String> values, String key, String where) {
        String text = values.getOrDefault(key, "(null)");
        return text.equals("(null)") ? List.of() : HostNames.expand(text, where);
    }
}
