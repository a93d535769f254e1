package hplhetero.input.topology;

import hplhetero.input.text.InputException;
import hplhetero.input.text.KeyedLine;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The placement of ranks by the {@code rank}, {@code ranks} and {@code job} lines of a topology file. */
final class PlacementLines {
    private static final int MOST_RANKS = 1 << 22;

    private final Fabric fabric;
    private final Function<String, Optional<Integer>> others;
    /** Node and slot of each rank, by rank. */
    private final Map<Integer, Seat> seats = new TreeMap<>();
    /** The rank in each slot that is taken, by node and slot. */
    private final Map<Long, Integer> taken = new HashMap<>();
    /** The slot of each node at which the search for a free one begins. */
    private final Map<Integer, Integer> free = new HashMap<>();

    /**
     * Makes a reader of lines that place ranks.
     *
     * @param fabric the network
     * @param others further names of nodes: returns the node of a name that the fabric does not know, or nothing
     */
    PlacementLines(Fabric fabric, Function<String, Optional<Integer>> others) {
        this.fabric = fabric;
        this.others = others;
    }

    private record Seat(String where, int node, int slot) {
    }

    /**
     * Returns the placement of all ranks.
     *
     * @param lines {@code rank}, {@code ranks} and {@code job} lines
     * @param file  name of the file, for messages
     */
    Placement placement(List<KeyedLine> lines, String file) {
        for (KeyedLine line : lines) {
            if (line.keyword().equals("job")) {
                job(line);
            } else {
                ranks(line);
            }
        }
        int expected = 0;
        for (Map.Entry<Integer, Seat> seat : seats.entrySet()) {
            if (seat.getKey() != expected++) {
                throw new InputException(file + ": there is no rank " + (expected - 1) + ", but " + seat.getValue().where() + " has rank "
                        + seat.getKey() + ": number ranks from 0 without gaps");
            }
        }
        return Placement.of(fabric, seats.values().stream().mapToInt(Seat::node).toArray(),
                seats.values().stream().mapToInt(Seat::slot).toArray());
    }

    /** Places the ranks of a line on its nodes, in runs of equal length. */
    private void ranks(KeyedLine line) {
        line.require(1, "ranks 0-15 nodes=0-7", "nodes", "node", "slots", "slot");
        List<Integer> ranks = Sets.numbers(line.words().getFirst(), line.where(), "ranks", MOST_RANKS - 1);
        String set = line.has("node") ? line.values().get("node") : line.required("nodes", "nodes=0-7");
        List<Integer> nodes = Sets.nodes(set, line.where(), fabric, others);
        if (ranks.size() % nodes.size() != 0) {
            throw new InputException(line.where() + ": " + ranks.size() + " ranks on " + nodes.size()
                    + " nodes: name a number of nodes that divides the number of ranks");
        }
        int perNode = ranks.size() / nodes.size();
        String slots = line.values().getOrDefault("slots", line.values().get("slot"));
        List<Integer> given = slots == null ? null : Sets.numbers(slots, line.where(), "slots", MOST_RANKS - 1);
        if (given != null && given.size() != perNode) {
            throw new InputException(line.where() + ": " + given.size() + " slots for " + perNode
                    + " ranks on each node: name one slot for each rank of a node, or no slots");
        }
        for (int i = 0; i < ranks.size(); i++) {
            int node = nodes.get(i / perNode);
            seat(line, ranks.get(i), node, given == null ? firstFree(node) : given.get(i % perNode));
        }
    }

    private int firstFree(int node) {
        int slot = free.getOrDefault(node, 0);
        while (taken.containsKey(seatNumber(node, slot))) {
            slot++;
        }
        free.put(node, slot);
        return slot;
    }

    private static long seatNumber(int node, int slot) {
        return (long) node << 32 | slot;
    }

    private void seat(KeyedLine line, int rank, int node, int slot) {
        if (slot >= fabric.slots(node)) {
            throw new InputException(line.where() + ": rank " + rank + " would sit in slot " + slot + " of node " + fabric.nodeName(node)
                    + ", which has slots 0.." + (fabric.slots(node) - 1) + ": place it on another node");
        }
        Seat before = seats.putIfAbsent(rank, new Seat(line.where(), node, slot));
        if (before != null) {
            throw new InputException(line.where() + ": rank " + rank + " is placed a second time, first in " + before.where()
                    + ": drop one of the two, or renumber");
        }
        Integer other = taken.putIfAbsent(seatNumber(node, slot), rank);
        if (other != null) {
            throw new InputException(line.where() + ": rank " + rank + " and rank " + other + " of " + seats.get(other).where()
                    + " both sit in slot " + slot + " of node " + fabric.nodeName(node) + ": place one of the ranks elsewhere");
        }
    }

    /** Places ranks 0, 1, ... on the nodes of a Tofu job, as a line such as {@code job 4x3x2 origin=(3,0,0)} says. */
    private void job(KeyedLine line) {
        line.require(1, "job 4x3x2 origin=(0,0,0)", "origin");
        int[] shape = three(line, line.words().getFirst().split("x", -1), "a shape such as 4x3x2", line.words().getFirst(), 1);
        String origin = line.values().getOrDefault("origin", "(0,0,0)");
        boolean form = origin.startsWith("(") && origin.endsWith(")");
        int[] first = three(line, form ? origin.substring(1, origin.length() - 1).split(",", -1) : new String[0],
                "the unit of rank 0, such as (0,0,0)", origin, 0);
        Placement job = line.making(() -> Tofu.job((Torus) fabric, first, shape[0], shape[1], shape[2]));
        for (int rank = 0; rank < job.ranks(); rank++) {
            seat(line, rank, job.nodeOf(rank), firstFree(job.nodeOf(rank)));
        }
    }

    private static int[] three(KeyedLine line, String[] words, String expected, String found, int least) {
        if (words.length != 3) {
            throw line.refused(expected, found, "write three numbers");
        }
        return Arrays.stream(words).mapToInt(word -> line.number(word, expected, least, Fabric.MOST_NODES)).toArray();
    }
}
