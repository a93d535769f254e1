package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import hplhetero.input.text.TextFile;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads and writes tables of paths as text, which stand in files of their own or in topology files. Each sender has a line
 * {@code lids RANK PATH,PATH,...} with a path for each receiver and {@code -} for the sender itself.
 */
public final class PathTableFile {
    /** The first word of each line. */
    static final String KEYWORD = "lids";

    private static final String FORM = KEYWORD + " 0 -,1,2,1";
    private static final String ITSELF = "-";

    private PathTableFile() {
    }

    /**
     * Reads a table that says by which of the network's routes each rank sends to each other rank.
     *
     * @param file the file, with a line such as {@code lids 0 -,1,2,1} for each sender: its rank from 0, then the number of the route, from
     *             0, to each rank, and {@code -} for the sender itself; {@code #} begins a comment
     * @throws InputException if the file cannot be used, naming file, line, the text found, what was expected, and the remedy
     */
    public static PathTable read(Path file) {
        return TextFile.read(file, TextFile.Kind.PATHS, PathTableFile::table);
    }

    private static PathTable table(TextFile text) {
        List<KeyedLine> lines = new ArrayList<>();
        for (int i = 1; i <= text.lines().size(); i++) {
            KeyedLine.of(text.where(i), text.lines().get(i - 1)).ifPresent(lines::add);
        }
        for (KeyedLine line : lines) {
            if (!line.keyword().equals(KEYWORD)) {
                throw line.refused("lines such as `" + FORM + "` only", line.keyword(),
                        "name a file that './hpl net lids --table FILE' made");
            }
        }
        if (lines.isEmpty()) {
            throw new InputException(text.name() + ": has no line such as `" + FORM + "`: './hpl net lids --table FILE' makes such files");
        }
        return table(lines);
    }

    /**
     * Returns the text of a file with a table of paths, as {@link #read} reads it.
     *
     * @param table the table
     * @param about what the file is, in words for people, with one comment line for each entry
     */
    public static String write(PathTable table, List<String> about) {
        return about.stream().map(line -> "# " + line + "\n").collect(Collectors.joining()) + lines(table);
    }

    /** Returns a table of paths as {@code lids} lines of a file, one for each sender. */
    static String lines(PathTable table) {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < table.ranks(); rank++) {
            int from = rank;
            text.append(KEYWORD).append(' ').append(from).append(' ').append(IntStream.range(0, table.ranks())
                    .mapToObj(to -> from == to ? ITSELF : Integer.toString(table.path(from, to))).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Returns a placement with the paths that the {@code lids} lines of its topology file give.
     *
     * @param placement placement of the ranks
     * @param lines     {@code lids} lines of the file: one for each sender, or a single one that names a file, or none
     * @param folder    folder to which names of files are relative
     * @throws InputException if the table is not of these ranks, or uses paths that the fabric does not have
     */
    static Placement over(Placement placement, List<KeyedLine> lines, Path folder) {
        if (lines.isEmpty()) {
            return placement;
        }
        KeyedLine head = lines.getFirst();
        boolean included = lines.stream().anyMatch(line -> line.has("file"));
        if (included && lines.size() > 1) {
            throw new InputException(lines.get(1).where() + ": a second " + KEYWORD + " line beside `" + KEYWORD
                    + " file=...`: keep only the line with file=, or only lines without");
        }
        String file = included ? head.require(0, KEYWORD + " file=my.lids", "file").values().get("file") : "";
        PathTable table = included ? read(folder.resolve(file)) : table(lines);
        Fabric fabric = placement.fabric();
        if (table.ranks() != placement.ranks()) {
            throw new InputException(head.where() + ": the table of paths" + (included ? " in " + file : "") + " has " + table.ranks()
                    + " ranks, but " + placement.ranks() + " are placed: make a new table by './hpl net lids --table FILE'");
        }
        if (table.most() >= fabric.paths()) {
            throw new InputException(head.where() + ": the table of paths" + (included ? " in " + file : "") + " uses path " + table.most()
                    + ", but " + fabric.name() + " has paths 0.." + (fabric.paths() - 1)
                    + ": make a new table by './hpl net lids --table FILE', or allow more paths: by paths= for a tree, "
                    + "by a greater LMC for InfiniBand");
        }
        return placement.over(table);
    }

    private static PathTable table(List<KeyedLine> lines) {
        int ranks = lines.size();
        int[][] rows = new int[ranks][];
        String[] where = new String[ranks];
        for (KeyedLine line : lines) {
            line.require(2, FORM);
            int from = line.number(line.words().getFirst(), "the sending rank (one line for each of " + ranks + " ranks)", 0, ranks - 1);
            if (where[from] != null) {
                throw new InputException(line.where() + ": rank " + from + " has a second line, first in " + where[from]
                        + ": drop one of the two, or renumber");
            }
            where[from] = line.where();
            rows[from] = row(line, from, ranks);
        }
        return PathTable.of(ranks, (from, to) -> rows[from][to]);
    }

    private static int[] row(KeyedLine line, int from, int ranks) {
        String[] words = line.words().get(1).split(",", -1);
        if (words.length != ranks) {
            throw line.refused(ranks + " paths separated by commas, one for each rank",
                    words.length + (words.length == 1 ? " path" : " paths"),
                    "write one path for each rank, and - for the rank itself");
        }
        int[] row = new int[ranks];
        for (int to = 0; to < ranks; to++) {
            boolean itself = words[to].equals(ITSELF);
            if (itself != (from == to)) {
                throw line.refused(from == to ? "- for rank " + to + " itself" : "the path to rank " + to, words[to],
                        "write - for the sender, and a number for each other rank");
            }
            row[to] = itself ? 0 : line.number(words[to], "the path to rank " + to, 0, Character.MAX_VALUE);
        }
        return row;
    }
}
