package hplhetero.network.lid.tables;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.TableFabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A design of forwarding tables over the links of a tree of any shape, also with cables, leaves and roots missing. Every route between
 * nodes of leaf switches climbs, then descends. No such route turns upwards again, so messages cannot wait for each other in a circle.
 * Immutable; for any thread.
 *
 * <p>A switch's <em>level</em> tells how far it is above the leaves, whose level is 1. It is found by {@link Levels}. Nodes may be linked
 * to switches of any level, such as a management node at a root. Where no route that climbs, then descends joins a switch to such a node,
 * or a switch above the leaves to any node, the shortest route that turns upwards again is taken.
 *
 * <p>The <em>ways</em> up of a switch have the same numbers for all switches that share parents, wherever their cables are plugged: way w
 * leads to parent w mod parents by cable w / parents.
 */
public final class TableDesign {
    private static final int NONE = -1;
    /** Largest number of paths to a node: as many as it has with LMC 7. */
    private static final int MOST_PATHS = 128;
    /** Largest number of entries of tables that are to offer all routes: 256 MiB. */
    private static final int MOST_ENTRIES = 1 << 26;

    private final TableFabric links;
    private final int nodes;
    private final int vertices;
    /** The link from its leaf to each node, indexed by node. */
    private final int[] last;
    /** The level of each switch, 0 for nodes, indexed by vertex; negative for switches that no node can reach. */
    private final int[] level;
    private final int top;
    /** The link of each way up, or {@link #NONE} where the cable is missing; indexed by vertex, then by way. */
    private final int[][] up;
    /** Number of parents that a switch has together with all switches that share parents with it, indexed by vertex. */
    private final int[] parents;
    /** The most parents of a switch at each level, indexed by level. */
    private final int[] mostParents;
    /** The most ways up from a switch at each level, indexed by level. */
    private final int[] mostWays;

    private TableDesign(TableFabric links) {
        this.links = links;
        nodes = links.nodes();
        vertices = nodes + links.switches();
        last = new int[nodes];
        up = new int[vertices][0];
        parents = new int[vertices];
        attach();
        level = Levels.of(links, last);
        top = Arrays.stream(level).max().orElse(0);
        mostParents = new int[top + 1];
        mostWays = new int[top + 1];
        for (int below = 1; below < top; below++) {
            number(below);
        }
    }

    /**
     * Returns a designer of forwarding tables for a tree of switches. Takes O(links x log links).
     *
     * @param fabric a fat tree, or a {@link TableFabric}: of its own tables are read only the last link to each node and, where nodes have
     *               several links, the link by which they send
     * @throws IllegalArgumentException when the fabric is no tree: a link does not join a level with the next one, or joins two nodes, or
     *                                  the fabric is neither a fat tree nor a {@link TableFabric}
     */
    public static TableDesign of(Fabric fabric) {
        return new TableDesign(switch (fabric) {
            case FatTree tree -> tree.withPaths(1).tables().build();
            case TableFabric tables -> tables;
            default -> throw noTree(fabric);
        });
    }

    /**
     * Returns a network with the links of {@code fabric} and several paths to each node: the fat tree with this number of paths, or else
     * the forwarding tables that {@link #general} makes.
     *
     * @param fabric a fat tree, or a {@link TableFabric}: of its own tables are read only the last link to each node and, where nodes have
     *               several links, the link by which they send
     * @param paths  number of paths to each node, 1 or more; with InfiniBand, 2^LMC
     * @throws IllegalArgumentException when {@link #of} or {@link #general} refuses
     */
    public static Fabric withPaths(Fabric fabric, int paths) {
        return fabric instanceof FatTree tree ? tree.withPaths(paths) : of(fabric).general(paths);
    }

    /**
     * Returns the number of paths to each node with which {@link #withPaths} has a path for every route between two leaf switches: the
     * product, over all levels of switches, of the numbers of links up from a switch. For a {@link TableFabric} the number is at most
     * {@value #MOST_PATHS}, and at most so large that the tables have {@value #MOST_ENTRIES} entries.
     *
     * @param fabric a fat tree, or a {@link TableFabric}
     */
    public static int routes(Fabric fabric) {
        return fabric instanceof FatTree tree
                ? tree.levels().stream().skip(1).mapToInt(level -> level.parents() * level.cables()).reduce(1, Math::multiplyExact)
                : of(fabric).routes();
    }

    private static IllegalArgumentException noTree(Fabric fabric) {
        return new IllegalArgumentException("fabric=" + fabric.name() + ": tables are designed for fat trees only");
    }

    private void attach() {
        int[] route = new int[links.longestRoute()];
        for (int node = 0; node < nodes && nodes > 1; node++) {
            last[node] = route[links.route(node == 0 ? 1 : 0, node, route) - 1];
            if (links.from(last[node]) < nodes) {
                throw new IllegalArgumentException("node=" + links.nodeName(node) + ": is linked to another node: tables are designed for "
                        + "trees of switches");
            }
        }
    }

    /** Numbers the ways up of all switches of a level. */
    private void number(int below) {
        int[] group = new int[vertices];
        Arrays.setAll(group, v -> v);
        for (int link = 0; link < links.links(); link++) {
            if (leadsUp(link, below)) {
                group[find(group, links.from(link))] = find(group, links.to(link));
            }
        }
        TreeMap<Integer, List<Integer>> members = new TreeMap<>();
        for (int vertex = nodes; vertex < vertices; vertex++) {
            if (level[vertex] == below || level[vertex] == below + 1) {
                members.computeIfAbsent(find(group, vertex), _ -> new ArrayList<>()).add(vertex);
            }
        }
        List<List<Integer>> outgoing = new ArrayList<>();
        for (int vertex = 0; vertex < vertices; vertex++) {
            outgoing.add(new ArrayList<>());
        }
        for (int link = 0; link < links.links(); link++) {
            if (leadsUp(link, below)) {
                outgoing.get(links.from(link)).add(link);
            }
        }
        members.values().forEach(vertex -> number(below, vertex, outgoing));
    }

    private boolean leadsUp(int link, int below) {
        return links.from(link) >= nodes && level[links.from(link)] == below && level[links.to(link)] == below + 1;
    }

    private static int find(int[] group, int vertex) {
        int at = vertex;
        while (group[at] != at) {
            group[at] = group[group[at]];
            at = group[at];
        }
        return at;
    }

    private void number(int below, List<Integer> members, List<List<Integer>> outgoing) {
        List<Integer> above = members.stream().filter(vertex -> level[vertex] == below + 1).toList();
        int[] place = new int[vertices];
        for (int i = 0; i < above.size(); i++) {
            place[above.get(i)] = i;
        }
        int ways = 0;
        for (int vertex : members) {
            int[] cables = new int[above.size()];
            for (int link : outgoing.get(vertex)) {
                ways = Math.max(ways, above.size() * ++cables[place[links.to(link)]]);
            }
        }
        for (int vertex : members) {
            if (level[vertex] == below) {
                up[vertex] = new int[ways];
                Arrays.fill(up[vertex], NONE);
                parents[vertex] = above.size();
                for (int link : outgoing.get(vertex)) {
                    int way = place[links.to(link)];
                    while (up[vertex][way] != NONE) {
                        way += above.size();
                    }
                    up[vertex][way] = link;
                }
            }
        }
        mostParents[below] = Math.max(mostParents[below], above.size());
        mostWays[below] = Math.max(mostWays[below], ways);
    }

    /** Returns the largest number of ways up that a leaf switch has, at least 1. */
    int ways() {
        return top > 1 ? Math.max(1, mostWays[1]) : 1;
    }

    private int routes() {
        int most = Math.clamp(MOST_ENTRIES / ((long) nodes * vertices), 1, MOST_PATHS);
        long routes = 1;
        for (int below = 1; below < top; below++) {
            routes = Math.min(most, routes * Math.max(1, mostWays[below]));
        }
        return (int) routes;
    }

    /**
     * Returns forwarding tables for any job. The links up from a switch are its ways, numbered from 0: way w leads to parent w mod parents
     * by cable w / parents. In a tree of two levels, path p to node d climbs by way (d + p) mod ways from every leaf. In higher trees each
     * level of switches adds a digit of p of its own, in the mixed radix of the levels' numbers of ways, as
     * {@link hplhetero.network.topology.FatTree#withPaths} does. Where such a way is missing, or leads no nearer to d, paths take turns
     * over the ways that lead nearer.
     *
     * @param paths number of paths to each node, 1 or more; with InfiniBand, 2^LMC
     * @throws IllegalArgumentException when there is no way up and down between two leaves
     */
    public TableFabric general(int paths) {
        return entries(paths, (path, node) -> node, path -> path).build();
    }

    /**
     * Returns forwarding tables for any job whose ranks can be told one path each ({@link hplhetero.network.lid.LidMethod#SENDER_WISE}).
     * Path 0, which programs that know of no paths use as well, spreads nodes over the links up, as {@link #general} does. Path p &gt; 0
     * climbs from a leaf by its link up, or way, number (p - 1) mod ways, whatever the node: way w leads to parent w mod parents by cable w
     * / parents. In a tree of two levels all messages of such a path that leave a leaf thus pass one root.
     *
     * @param paths number of paths to each node, 1 or more; in a tree of two levels, one more than a leaf has links up uses all of them
     * @throws IllegalArgumentException when there is no way up and down between two leaves
     */
    public TableFabric rooted(int paths) {
        return entries(paths, (path, node) -> path == 0 ? node : 0, path -> Math.max(0, path - 1)).build();
    }

    /**
     * Returns a builder with the forwarding tables that {@link #general} makes, but with other numbers in the choice of ways. Each entry
     * may be replaced, as long as an entry that leads up still leads up, and an entry that leads down still leads down.
     *
     * @param paths  number of paths to each node
     * @param number function of a path and a node: the number used in place of the node's own
     * @param shift  function of a path: the number whose digits shift the way of each level
     */
    TableFabric.Builder entries(int paths, IntBinaryOperator number, IntUnaryOperator shift) {
        TableFabric.Builder builder = TableFabric.Builder.over(links).paths(paths);
        BitSet one = new BitSet();
        BitSet several = new BitSet();
        for (int link = 0; link < links.links(); link++) {
            (one.get(links.from(link)) ? several : one).set(links.from(link));
        }
        for (int node = 0; node < nodes; node++) {
            for (int other = 0; other < nodes && several.get(node); other++) {
                int link = other == node ? NONE : links.next(0, node, other);
                for (int path = 0; path < paths && link >= 0; path++) {
                    builder.next(path, node, other, link);
                }
            }
        }
        int leaf = NONE;
        Below below = null;
        for (int node = 0; node < nodes && nodes > 1; node++) {
            if (links.from(last[node]) != leaf) {
                leaf = links.from(last[node]);
                below = new Below(leaf);
            }
            for (int path = 0; path < paths; path++) {
                below.enter(builder, path, node, number.applyAsInt(path, node), shift.applyAsInt(path));
            }
        }
        return builder;
    }

    /** The links by which messages for the nodes of one leaf may go on. */
    private final class Below {
        private final int leaf;
        /** The links down that lead to the leaf, first cables first; indexed by vertex. */
        private final int[][] down = new int[vertices][];
        /** Number of switches to which the links in {@link #down} lead, indexed by vertex. */
        private final int[] children = new int[vertices];
        /**
         * Least number of links that messages climb from a vertex until they are above the leaf, indexed by vertex; negative where they
         * never are.
         */
        private final int[] climbs = new int[vertices];
        /**
         * The links by which messages go on from a switch that cannot climb until it is above the leaf, indexed by vertex: links to
         * switches from which the leaf is nearest. Null for all other vertices.
         */
        private final int[][] around = new int[vertices][];

        Below(int leaf) {
            this.leaf = leaf;
            Arrays.fill(climbs, NONE);
            List<List<Integer>> leading = linksDown();
            IntStream.range(nodes, vertices).filter(vertex -> level[vertex] >= 1).boxed()
                    .sorted(Comparator.comparing((Integer vertex) -> level[vertex]).reversed())
                    .forEach(vertex -> find(vertex, leading.get(vertex)));
            goAround();
        }

        /**
         * Finds how messages go on from switches that no route which climbs, then descends joins to the leaf: by the fewest links to a
         * switch that such a route joins to it.
         */
        private void goAround() {
            boolean[] joined = new boolean[vertices];
            IntStream.range(nodes, vertices).forEach(vertex -> joined[vertex] = climbs[vertex] >= 0);
            List<Integer> found = List.of(leaf);
            while (!found.isEmpty()) {
                TreeMap<Integer, List<Integer>> next = new TreeMap<>();
                for (int link = 0; link < links.links(); link++) {
                    int from = links.from(link);
                    if (from >= nodes && !joined[from] && joined[links.to(link)]) {
                        next.computeIfAbsent(from, _ -> new ArrayList<>()).add(link);
                    }
                }
                next.forEach((vertex, ways) -> {
                    around[vertex] = ways.stream().mapToInt(Integer::intValue).toArray();
                    joined[vertex] = true;
                });
                found = List.copyOf(next.keySet());
            }
        }

        /** Returns for each vertex its links to the leaf, or to switches that are above the leaf. */
        private List<List<Integer>> linksDown() {
            List<List<Integer>> leading = new ArrayList<>();
            for (int vertex = 0; vertex < vertices; vertex++) {
                leading.add(new ArrayList<>());
            }
            for (int at = 1; at < top; at++) {
                for (int link = 0; link < links.links(); link++) {
                    int to = links.to(link);
                    if (leadsDown(link, at) && (to == leaf || !leading.get(to).isEmpty())) {
                        leading.get(links.from(link)).add(link);
                    }
                }
            }
            return leading;
        }

        private boolean leadsDown(int link, int to) {
            return links.to(link) >= nodes && links.from(link) >= nodes && level[links.from(link)] == to + 1 && level[links.to(link)] == to;
        }

        /**
         * Finds how messages for the leaf go on from a switch.
         *
         * @param vertex  a switch; switches of higher levels come first
         * @param leading its links down that lead to the leaf
         */
        private void find(int vertex, List<Integer> leading) {
            boolean above = vertex == leaf || !leading.isEmpty();
            climbs[vertex] = above ? 0 : 1 + Arrays.stream(up[vertex]).filter(link -> link >= 0 && climbs[links.to(link)] >= 0)
                    .map(link -> climbs[links.to(link)]).min().orElse(NONE - 1);
            down[vertex] = byCable(leading);
            children[vertex] = (int) leading.stream().map(links::to).distinct().count();
            if (climbs[vertex] < 0 && level[vertex] == 1 && level[leaf] == 1
                    && Arrays.stream(last).anyMatch(link -> links.from(link) == vertex)) {
                throw new IllegalArgumentException("from=" + links.vertexName(vertex) + " to=" + links.vertexName(leaf)
                        + ": no switch lies above both: check the cables between them");
            }
        }

        private int[] byCable(List<Integer> leading) {
            int[] seen = new int[vertices];
            int[] cable = new int[links.links()];
            leading.forEach(link -> cable[link] = seen[links.to(link)]++);
            return leading.stream().sorted(Comparator.<Integer>comparingInt(link -> cable[link]).thenComparingInt(links::to))
                    .mapToInt(Integer::intValue).toArray();
        }

        void enter(TableFabric.Builder builder, int path, int node, int number, int shift) {
            builder.next(path, leaf, node, last[node]);
            for (int vertex = nodes; vertex < vertices; vertex++) {
                if (around[vertex] != null) {
                    builder.next(path, vertex, node, around[vertex][turn(1, number, shift) % around[vertex].length]);
                } else if (vertex != leaf && climbs[vertex] >= 0) {
                    builder.next(path, vertex, node, down[vertex].length > 0 ? descend(vertex, number, shift)
                            : climb(vertex, number, shift));
                }
            }
        }

        /** Returns the number that chooses the way of a message at a level; the way is this number modulo the ways. */
        private int turn(int at, int number, int shift) {
            int x = number;
            int digits = shift;
            for (int l = 1; l < at; l++) {
                x /= mostParents[l];
                digits /= mostWays[l];
            }
            return x + digits;
        }

        private int climb(int vertex, int number, int shift) {
            int turn = turn(level[vertex], number, shift);
            int[] ways = up[vertex];
            int link = ways[turn % ways.length];
            if (nearer(vertex, link)) {
                return link;
            }
            int[] usable = Arrays.stream(ways).filter(way -> nearer(vertex, way)).toArray();
            return usable[turn / ways.length % usable.length];
        }

        private boolean nearer(int vertex, int link) {
            return link >= 0 && climbs[links.to(link)] == climbs[vertex] - 1;
        }

        private int descend(int vertex, int number, int shift) {
            int at = level[vertex] - 1;
            int way = turn(at, number, shift) % mostWays[at];
            int[] leading = down[vertex];
            return leading[(way / mostParents[at] * children[vertex] + way % children[vertex]) % leading.length];
        }
    }
}
